package unlockedaccess_any

import (
	"context"
	"sync"
)

// A signal that is sent says that there was something: more may be written by now.
type backlog struct {
	mu   sync.Mutex
	wake chan struct{}
	last error
	idle int
}

func newBacklog(next func() error) *backlog {
	b := &backlog{wake: make(chan struct{}, 1)}
	go func() {
		for {
			err := next()
			b.mu.Lock()
			b.last = err
			b.mu.Unlock()
			b.wake <- struct{}{}
		}
	}()
	return b
}

func (b *backlog) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last
}

func (b *backlog) Fail(cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last = cause
}

func (b *backlog) Next(ctx context.Context) error {
	b.mu.Lock()
	b.idle++
	b.mu.Unlock()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-b.wake:
		return b.last // want `b.last is read without b.mu`
	}
}
