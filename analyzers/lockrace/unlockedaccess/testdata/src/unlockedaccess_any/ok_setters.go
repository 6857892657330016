package unlockedaccess_any

import "sync"

// A controller is put together by its setters, and shared then.
type controller struct {
	mu       sync.Mutex
	role     string
	primary  []string
	replicas []string
	persist  func(string)
}

func (c *controller) become(role string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.role != role {
		c.role = role
		if c.persist != nil && len(c.replicas) > 0 {
			c.persist(c.role)
		}
	}
}

func (c *controller) is(role string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.role == role
}

func (c *controller) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.role = ""
	c.role = c.role + "-"
}
