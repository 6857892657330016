// Package healthclient reports a service to the health service.
package healthclient

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Client sends heartbeats for one service.
type Client struct {
	url     string
	service string
	http    *http.Client
	stop    chan struct{}
	done    chan struct{}
	once    sync.Once
}

// New returns a client for the health service at baseURL. With an empty
// baseURL no heartbeats are sent.
func New(baseURL, service string) *Client {
	c := &Client{
		service: service,
		http:    &http.Client{Timeout: 30 * time.Second},
		stop:    make(chan struct{}),
		done:    make(chan struct{}),
	}
	if baseURL != "" {
		c.url = baseURL + "/heartbeats"
	}
	return c
}

// StartHeartbeat begins to report the service. Call it once, before
// StopHeartbeat.
func (c *Client) StartHeartbeat(interval time.Duration) {
	if c.url == "" {
		close(c.done)
		return
	}
	go c.loop(interval)
}

func (c *Client) loop(interval time.Duration) {
	defer close(c.done)
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		c.beat("up")
		select {
		case <-c.stop:
			c.beat("down")
			return
		case <-ticker.C:
		}
	}
}

func (c *Client) beat(status string) {
	body, err := json.Marshal(map[string]string{"service": c.service, "status": status})
	if err != nil {
		slog.Error("encode heartbeat", "err", err)
		return
	}
	resp, err := c.http.Post(c.url, "application/json", bytes.NewReader(body))
	if err != nil {
		slog.Warn("heartbeat failed", "err", err)
		return
	}
	resp.Body.Close()
}

// StopHeartbeat reports the service as down and returns once the last
// heartbeat is through.
func (c *Client) StopHeartbeat() {
	c.once.Do(func() { close(c.stop) })
	<-c.done
}
