package blockingunderlock

import "sync"

// What is returned is not what has changed.
type Clock struct {
	mu    sync.Mutex
	zone  string
	ticks int
	calls []func()
}

func (c *Clock) OnTick(call func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call)
}

func (c *Clock) Zone() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.zone
}

func (c *Clock) Tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ticks++
	for _, call := range c.calls {
		call() // want `deadlock where call calls back.*low confidence: what is called may never use the object whose lock is held`
	}
}
