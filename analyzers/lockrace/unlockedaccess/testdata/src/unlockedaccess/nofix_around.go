package unlockedaccess

import (
	"context"
	"errors"
	"sync"
)

type spyglass struct{ open bool }

// The literal and the function around it both do without the lock.
type checkup struct {
	mu    sync.Mutex
	glass *spyglass
	seen  []string
}

func (c *checkup) Close() {
	c.mu.Lock()
	if c.glass != nil {
		c.glass.open = false
		c.glass = nil
	}
	c.seen = nil
	c.mu.Unlock()
}

func (c *checkup) Get(ctx context.Context, connect func() *spyglass) (*spyglass, error) {
	if c.glass != nil && c.glass.open {
		return c.glass, nil
	}
	done := make(chan error, 1)
	go func() {
		c.glass = connect() // want `c.glass is written without c.mu`
		if !c.glass.open {
			return
		}
		done <- nil
	}()
	select {
	case <-ctx.Done():
		return nil, errors.New("no glass")
	case err := <-done:
		if err != nil {
			return nil, err
		}
		return c.glass, nil
	}
}
