package noexit

import (
	"sync"
	"time"
)

// A Cache expires what it holds; its callers make as many as they like, and nothing ends one.
type Cache struct {
	mu    sync.Mutex
	items map[string]time.Time
}

func NewCache(every time.Duration) *Cache {
	c := &Cache{items: make(map[string]time.Time)}
	go c.janitor(every)
	return c
}

func (c *Cache) janitor(every time.Duration) {
	for { // want `goroutine started at line 16 cannot be stopped`
		time.Sleep(every)
		c.sweep()
	}
}

func (c *Cache) sweep() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, t := range c.items {
		if time.Since(t) > time.Hour {
			delete(c.items, k)
		}
	}
}

// The goroutine is started by a method that the constructor calls.
type Limiter struct {
	mu   sync.Mutex
	seen map[string]int
}

func NewLimiter() *Limiter {
	l := &Limiter{seen: make(map[string]int)}
	l.start()
	return l
}

func (l *Limiter) start() {
	go func() {
		for { // want `goroutine started at line 50 cannot be stopped`
			time.Sleep(time.Minute)
			l.mu.Lock()
			clear(l.seen)
			l.mu.Unlock()
		}
	}()
}
