package blockedsend

import (
	"context"
	"sync"
)

// The send ends with the stop signal of its receiver, too.
type odometer struct {
	adds chan int
	stop chan struct{}
	once sync.Once
}

func newOdometer() *odometer {
	m := &odometer{adds: make(chan int), stop: make(chan struct{})}
	go m.run()
	return m
}

func (m *odometer) run() {
	sum := 0
	for {
		select {
		case <-m.stop:
			return
		case n := <-m.adds:
			sum += n
		}
	}
}

func (m *odometer) Close() { m.once.Do(func() { close(m.stop) }) }

func (m *odometer) Add(ctx context.Context, n int) error {
	select {
	case m.adds <- n:
		return nil
	case <-m.stop:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The receiver leaves with the context with which the sends end.
type feeder struct{ in chan int }

func newFeeder(ctx context.Context) *feeder {
	f := &feeder{in: make(chan int)}
	go f.run(ctx)
	return f
}

func (f *feeder) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.in:
		}
	}
}

func (f *feeder) feed(ctx context.Context, n int) {
	select {
	case f.in <- n:
	case <-ctx.Done():
	}
}

// A counter is not asked whether it has stopped: callers may not call it then.
type counter struct {
	adds chan int
	stop chan struct{}
	once sync.Once
}

func newCounter() *counter {
	c := &counter{adds: make(chan int), stop: make(chan struct{})}
	go c.run()
	return c
}

func (c *counter) run() {
	sum := 0
	for {
		select {
		case <-c.stop:
			return
		case n := <-c.adds:
			sum += n
		}
	}
}

func (c *counter) Close() { c.once.Do(func() { close(c.stop) }) }

func (c *counter) Add(ctx context.Context, n int) error {
	select {
	case c.adds <- n:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
