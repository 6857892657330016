package closebeforedrain

import (
	"context"
	"sync"
)

type dispatcher struct {
	in   chan int
	jobs chan int
	once sync.Once
	stop chan struct{}
}

func (d *dispatcher) Start() {
	go d.dispatch()
	go d.work()
}

func (d *dispatcher) dispatch() {
	for v := range d.in {
		d.jobs <- v
	}
}

func (d *dispatcher) work() {
	for range d.jobs {
	}
}

func (d *dispatcher) Stop(ctx context.Context) {
	close(d.stop)
	close(d.jobs) // want `send on closed channel panics: close\(d\.jobs\) does not wait for the goroutine started at line \d+, which sends at line \d+`
}

type poller struct {
	events chan int
	once   sync.Once
}

func newPoller() *poller {
	p := &poller{events: make(chan int)}
	go func() {
		for i := 0; ; i++ {
			p.emit(i)
		}
	}()
	return p
}

func (p *poller) emit(i int) {
	p.events <- i
}

func (p *poller) next() int { return <-p.events }

// Closing once does not help the sender.
func (p *poller) Close() {
	p.once.Do(func() {
		close(p.events) // want `close\(p.events\) does not wait for the goroutine started at line 43`
	})
}

func newDispatcher() *dispatcher {
	return &dispatcher{in: make(chan int), jobs: make(chan int), stop: make(chan struct{})}
}

type counted struct {
	values chan int
	closed bool
}

func newCounted() *counted {
	c := &counted{values: make(chan int)}
	go func() {
		for i := range 3 {
			c.values <- i
		}
	}()
	return c
}

// The flag says that it was closed, not that nothing was started.
func (c *counted) Stop() {
	if c.closed {
		return
	}
	c.closed = true
	close(c.values) // want `close\(c.values\) does not wait`
}
