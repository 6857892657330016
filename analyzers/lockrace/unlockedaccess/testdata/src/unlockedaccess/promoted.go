package unlockedaccess

import "sync"

type resources struct{ set *set }

type set struct{ replicas int }

// A cluster has its resources in a struct that it embeds.
type cluster struct {
	resources
	mu sync.Mutex
}

func (c *cluster) create(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set = &set{n}
}

func (c *cluster) remove() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set = nil
}

func (c *cluster) Migrate() bool {
	before := c.set // want `c.set is read without c.mu, which \d of \d accesses hold`
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.set != before
}
