package doubleclose

import (
	"sync"
	"time"
)

// Both close in one Once.
type hailer struct {
	quit chan struct{}
	once sync.Once
	dial func() error
}

func startHailer(dial func() error) *hailer {
	h := &hailer{quit: make(chan struct{}), dial: dial}
	go h.run()
	return h
}

func (h *hailer) Stop() { h.once.Do(func() { close(h.quit) }) }

func (h *hailer) run() {
	for {
		if h.dial() != nil {
			h.once.Do(func() { close(h.quit) })
			return
		}
		select {
		case <-time.After(time.Second):
		case <-h.quit:
			return
		}
	}
}

// What the method asks is what the goroutine has set.
type pager struct {
	quit   chan struct{}
	mu     sync.Mutex
	closed bool
	dial   func() error
}

func startPager(dial func() error) *pager {
	g := &pager{quit: make(chan struct{}), dial: dial}
	go g.run()
	return g
}

func (g *pager) Stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return
	}
	g.closed = true
	close(g.quit)
}

func (g *pager) run() {
	for g.dial() == nil {
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.closed = true
		close(g.quit)
	}
}

// The goroutine closes another channel than the method.
type crier struct {
	quit, failed chan struct{}
	dial         func() error
}

func startCrier(dial func() error) *crier {
	c := &crier{quit: make(chan struct{}), failed: make(chan struct{}), dial: dial}
	go c.run()
	return c
}

func (c *crier) Stop() {
	close(c.quit)
	<-c.failed
}

func (c *crier) run() {
	for {
		if c.dial() != nil {
			close(c.failed)
			return
		}
		select {
		case <-c.quit:
			close(c.failed)
			return
		default:
		}
	}
}
