package doubleclose

import (
	"context"
	"sync"
)

// Both are in a Once.
type commonPart struct {
	inner     Part
	startOnce sync.Once
	stopOnce  sync.Once
	err       error
}

func (c *commonPart) Start(ctx context.Context) error {
	c.startOnce.Do(func() { c.err = c.inner.Start(ctx) })
	return c.err
}

func (c *commonPart) Shutdown(ctx context.Context) (err error) {
	c.stopOnce.Do(func() { err = c.inner.Shutdown(ctx) })
	return err
}

// The last one shuts it down.
type countedPart struct {
	inner Part
	once  sync.Once
	mu    sync.Mutex
	users int
}

func (c *countedPart) Start(ctx context.Context) (err error) {
	c.mu.Lock()
	c.users++
	c.mu.Unlock()
	c.once.Do(func() { err = c.inner.Start(ctx) })
	return err
}

func (c *countedPart) Shutdown(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.users--; c.users > 0 {
		return nil
	}
	return c.inner.Shutdown(ctx)
}

// What ends it may be called twice.
type quietPart struct{ open bool }

func (q *quietPart) Start()    { q.open = true }
func (q *quietPart) Shutdown() { q.open = false }

type wrapsQuiet struct {
	inner *quietPart
	once  sync.Once
}

func (w *wrapsQuiet) Start()    { w.once.Do(func() { w.inner.Start() }) }
func (w *wrapsQuiet) Shutdown() { w.inner.Shutdown() }
