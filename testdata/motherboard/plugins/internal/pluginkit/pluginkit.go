// Package pluginkit is what the platform's plugins have in common.
package pluginkit

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

var client = &http.Client{Timeout: 8 * time.Second}

// Message is what the communication plugins are asked to send.
type Message struct {
	To      string `json:"to" binding:"required"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// Charge is what the payment plugins are asked to collect.
type Charge struct {
	Tenant string `json:"tenant" binding:"required"`
	Cents  int64  `json:"cents" binding:"required"`
}

// New returns an engine that answers the probes.
func New() *gin.Engine {
	r := gin.New()
	r.Use(gin.Recovery())
	r.GET("/healthz", func(c *gin.Context) { c.Status(http.StatusOK) })
	r.GET("/readyz", func(c *gin.Context) { c.Status(http.StatusOK) })
	return r
}

// Handle decodes a request for do, and answers with status or do's error.
func Handle[T any](status int, do func(ctx context.Context, req T) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		var req T
		if err := c.ShouldBindJSON(&req); err != nil {
			c.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})
			return
		}
		if err := do(c.Request.Context(), req); err != nil {
			c.JSON(http.StatusBadGateway, gin.H{"error": err.Error()})
			return
		}
		c.Status(status)
	}
}

// PostForm sends a form to a provider, with the token as password.
func PostForm(ctx context.Context, endpoint, user, token string, form url.Values) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.SetBasicAuth(user, token)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("provider answered %s", resp.Status)
	}
	return nil
}
