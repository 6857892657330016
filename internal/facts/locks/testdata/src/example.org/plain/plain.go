// Package plain has a lock, and nothing that its importers would ask for.
package plain

import "sync"

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}
