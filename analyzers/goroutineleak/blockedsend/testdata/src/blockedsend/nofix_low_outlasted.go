package blockedsend

import (
	"context"
	"sync"
)

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
	case c.adds <- n: // want `Add blocks until its context ends, when run, which receives from c.adds, has left its loop at line 25: the select has no case for that`
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
