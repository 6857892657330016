package timernotstopped

import (
	"sync"
	"time"
)

// The function does nothing that takes long.
type counter struct {
	mu    sync.Mutex
	n     int
	timer *time.Timer
}

func newCounter() *counter {
	c := new(counter)
	c.timer = time.AfterFunc(time.Second, c.count)
	return c
}

func (c *counter) count() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	c.timer = time.AfterFunc(time.Second, c.count) // want `timer may run again after Stop`
}

func (c *counter) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer.Stop()
}

// Callers may begin it once.
type countdown struct {
	mu    sync.Mutex
	timer *time.Timer
}

func (c *countdown) Start(d time.Duration, done func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer = time.AfterFunc(d, done) // want `timer function runs once for each call of Start: the timer in timer is replaced and not stopped before`
}

func (c *countdown) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer != nil {
		c.timer.Stop()
	}
}

// No lock shows that it is called twice.
type reminder struct{ timer *time.Timer }

func (r *reminder) Set(d time.Duration, remind func()) {
	r.timer = time.AfterFunc(d, remind) // want `timer function runs once for each call of Set`
}

func (r *reminder) Cancel() { r.timer.Stop() }
