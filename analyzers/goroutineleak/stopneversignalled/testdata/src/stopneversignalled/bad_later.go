package stopneversignalled

import (
	"sync"
	"time"
)

type counters struct {
	mu    sync.Mutex
	flush chan struct{}
}

// The loop is started by those that want it; the channel of all others is nil.
func (c *counters) Async() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.flush == nil {
		c.flush = make(chan struct{})
		go c.loop()
	}
}

func (c *counters) loop() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			work()
		case <-c.flush: // want `goroutine started at line \d+ cannot be stopped`
			return
		}
	}
}

func (c *counters) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	work()
}

func newCounters() *counters { return &counters{} }
