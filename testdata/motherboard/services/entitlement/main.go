// Command entitlement answers which role may do what.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"slices"

	"github.com/gin-gonic/gin"

	"motherboard.example/platform/pkg/env"
)

// policy maps a role to the actions it may take.
type policy map[string][]string

func (p policy) allows(role, action string) bool {
	return slices.Contains(p[role], action) || slices.Contains(p[role], "*")
}

func loadPolicy(path string) (policy, error) {
	if path == "" {
		return policy{"owner": {"*"}, "member": {"read", "write"}, "guest": {"read"}}, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var p policy
	return p, json.Unmarshal(raw, &p)
}

func main() {
	p, err := loadPolicy(os.Getenv("POLICY_FILE"))
	if err != nil {
		log.Fatal(err)
	}
	r := gin.New()
	r.Use(gin.Recovery())
	r.GET("/readyz", func(c *gin.Context) { c.Status(http.StatusOK) })
	r.GET("/roles/:role/actions/:action", func(c *gin.Context) {
		c.JSON(http.StatusOK, gin.H{"allowed": p.allows(c.Param("role"), c.Param("action"))})
	})
	if err := r.Run(env.Or("LISTEN_ADDR", ":8086")); err != nil {
		log.Fatal(err)
	}
}
