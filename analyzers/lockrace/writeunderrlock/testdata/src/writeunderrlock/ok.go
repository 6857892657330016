package writeunderrlock

import (
	"container/list"
	"sync"
)

type LRU struct {
	mu    sync.RWMutex
	items map[string]*list.Element
	order *list.List
}

func (c *LRU) Get(key string) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.items[key]
	if !ok {
		return "", false
	}
	c.order.MoveToFront(e)
	return e.Value.(entry).value, true
}

// Only reads.
func (c *LRU) Len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.order.Len()
}

// A latch: the users hold it for reading, the closer keeps them out.

type Gate struct {
	mu     sync.RWMutex
	closed bool
	n      int
}

func (g *Gate) close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
}

type counted struct {
	mu    sync.RWMutex
	inner sync.Mutex
	n     int
}

// Another lock is held for the write.
func (c *counted) inc() {
	c.mu.RLock()
	c.inner.Lock()
	c.n++
	c.inner.Unlock()
	c.mu.RUnlock()
}

func (c *counted) reset() {
	c.mu.Lock()
	c.n = 0
	c.mu.Unlock()
}

// Given back before the write lock is taken.
func (c *counted) upgrade() {
	c.mu.RLock()
	old := c.n
	c.mu.RUnlock()
	c.mu.Lock()
	c.n = old
	c.mu.Unlock()
}

// A new object.
func (c *counted) clone() *counted {
	c.mu.RLock()
	defer c.mu.RUnlock()
	d := &counted{}
	d.n = c.n
	return d
}

// add is not thread-safe: the lock is for the slice that n counts.
func (c *counted) add() {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.n++
}

// Each reader has an element of its own; who needs them all locks for writing.
type cursors struct {
	mu sync.RWMutex
	at []int
}

func (c *cursors) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.at {
		c.at[i] = 0
	}
	c.at = c.at[:0]
}
