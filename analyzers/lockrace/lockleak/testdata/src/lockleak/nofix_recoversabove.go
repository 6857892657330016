package lockleak

import (
	"context"
	"fmt"
	"sync"
)

// A chore runs what it is given, and one that panics is survived by the caller.
type chore struct {
	mu    sync.Mutex
	runs  int
	state string
	do    func(context.Context) error
}

func survive(fn func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return fn()
}

func each(ctx context.Context, chores []*chore) {
	for _, c := range chores {
		_ = survive(func() error { return c.run(ctx) })
	}
}

func (c *chore) run(ctx context.Context) error {
	c.mu.Lock()
	c.runs++
	err := c.do(ctx) // want `a panic in c.do leaves c.mu locked, since line 33: its caller survive recovers at line 18, and the unlock at line 39 is skipped`
	if err != nil {
		c.state = "failed"
	}
	c.mu.Unlock()
	return err
}

// The one that recovers calls it itself.
func (c *chore) try(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return c.again(ctx)
}

func (c *chore) again(ctx context.Context) error {
	c.mu.Lock()
	err := c.do(ctx) // want `a panic in c.do leaves c.mu locked, since line \d+: its caller try recovers at line \d+, .*`
	c.mu.Unlock()
	return err
}
