package mixedatomic

import (
	"sync/atomic"
	"time"
)

// The goroutine is the only one that stores, and reads what it has stored.
type clock struct{ tick int64 }

func startClock() *clock {
	c := &clock{}
	go c.run()
	return c
}

func (c *clock) run() {
	last := c.tick
	for now := range time.Tick(time.Second) {
		if now.UnixNano() > last {
			atomic.StoreInt64(&c.tick, now.UnixNano())
		}
		last = c.tick
	}
}

func (c *clock) now() int64 { return atomic.LoadInt64(&c.tick) }
