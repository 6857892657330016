package writeunderrlock

import (
	"container/list"
	"sync"
)

type entry struct{ key, value string }

type Cache struct {
	mu    sync.RWMutex
	items map[string]*list.Element
	order *list.List
	hits  int
	stats [2]int
}

func (c *Cache) Get(key string) (string, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	e, ok := c.items[key]
	if !ok {
		return "", false
	}
	c.order.MoveToFront(e) // want `data race with other readers: c\.order is written while c\.mu is only read-locked, since line \d+; 1 of 2 writes hold it for writing`
	return e.Value.(entry).value, true
}

func (c *Cache) Put(key, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = c.order.PushFront(entry{key, value})
	c.hits = 0
	c.stats[0]++
}

func (c *Cache) count() {
	c.mu.RLock()
	c.hits++     // want `data race with other readers: c\.hits is written while c\.mu is only read-locked, since line \d+; 1 of 2 writes hold it for writing`
	c.stats[0]++ // want `c.stats is written while c.mu`
	c.mu.RUnlock()
}

func (c *Cache) drop(key string) {
	c.mu.RLock()
	if _, ok := c.items[key]; ok {
		delete(c.items, key) // want `data race with other readers: c\.items is written while c\.mu is only read-locked, since line \d+; 1 of 2 writes hold it for writing`
	}
	c.mu.RUnlock()
}

type traffic struct{ in, out int }

// A Relay counts, and a copy of all counters is read.
type Relay struct {
	mu    sync.RWMutex
	peers map[string]chan string
	seen  traffic
}

func (r *Relay) Send(to, text string) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	r.seen.out++ // want `data race with other readers: r.seen is written while r.mu is only read-locked, since line \d+; no write holds it for writing`
	r.peers[to] <- text
}

func (r *Relay) Traffic() traffic {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.seen
}
