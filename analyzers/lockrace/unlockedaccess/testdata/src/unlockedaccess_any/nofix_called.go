package unlockedaccess_any

import "sync"

// A catalogue is filled by a helper that one caller calls with the lock, and another without.
type catalogue struct {
	mu    sync.Mutex
	items map[string]*item
}

type item struct{ name string }

func NewCatalogue() *catalogue { return &catalogue{items: make(map[string]*item)} }

func (c *catalogue) Refresh(names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range names {
		c.put(name)
	}
}

func (c *catalogue) Add(name string) *item { return c.put(name) }

func (c *catalogue) put(name string) *item {
	it, ok := c.items[name] // want `data race with line 19: c.items is read without c.mu, which the caller there holds`
	if !ok {
		it = &item{name}
		c.items[name] = it
	}
	return it
}
