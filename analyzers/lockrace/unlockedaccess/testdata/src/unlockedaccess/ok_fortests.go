package unlockedaccess

import "sync"

// Tests alone call SetForTesting.
type priceList struct {
	mu    sync.Mutex
	items map[string]int
}

func (c *priceList) Set(key string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = n
}

func (c *priceList) Get(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.items[key]
}

func (c *priceList) SetForTesting(key string, n int) {
	c.items[key] = n
}
