package memory

import (
	"sync"
	"time"

	"example.com/safe"
)

// A cache that sweeps itself, for as long as the process lives.
type cache struct {
	mu   sync.Mutex
	ends map[string]time.Time
}

func newCache() *cache {
	c := &cache{ends: make(map[string]time.Time)}
	go c.sweep()
	return c
}

func (c *cache) sweep() {
	for range time.Tick(time.Minute) { // want `goroutine started at line \d+ cannot be stopped: it ranges over time\.Tick\(time\.Minute\), which Stop does not close \(goroutineleak/ticker-range\)`
		c.forget()
	}
}

func (c *cache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, end := range c.ends {
		if time.Now().After(end) {
			delete(c.ends, key)
		}
	}
}

// A helper of another package starts it.
func helped(c *cache) {
	safe.Go(func() {
		for range time.Tick(time.Minute) { // want `goroutine started at line \d+ cannot be stopped`
			c.forget()
		}
	})
}

// Stop is called on its ticker, in the belief that this ends it.
type ticking struct{ ticker *time.Ticker }

func newTicking(c *cache) *ticking {
	t := &ticking{time.NewTicker(time.Minute)}
	go func() {
		for range t.ticker.C { // want `goroutine started at line \d+ cannot be stopped`
			c.forget()
		}
	}()
	return t
}

func (t *ticking) leave() { t.ticker.Stop() }

// Whoever gets the ticker may stop it.
func everyMinute(c *cache) *time.Ticker {
	ticker := time.NewTicker(time.Minute)
	go func() {
		for range ticker.C { // want `goroutine started at line \d+ cannot be stopped`
			c.forget()
		}
	}()
	return ticker
}
