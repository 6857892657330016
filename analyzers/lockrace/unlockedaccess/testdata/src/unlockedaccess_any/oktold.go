package unlockedaccess_any

import (
	"context"
	"sync"
)

// What is set before a channel is closed is seen by who receives from it.
type dialing struct {
	mu     sync.Mutex
	dialed chan struct{}
	err    error
	closed bool
	inUse  int
}

func dialLater(dial func() error) *dialing {
	l := &dialing{dialed: make(chan struct{})}
	go func() {
		err := dial()
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.closed {
			return
		}
		l.err = err
		close(l.dialed)
	}()
	return l
}

func (l *dialing) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

func (l *dialing) Close(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.closed, l.err = true, cause
		close(l.dialed)
	}
}

func (l *dialing) Exchange(ctx context.Context) error {
	l.mu.Lock()
	l.inUse++
	l.mu.Unlock()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-l.dialed:
		return l.err
	}
}
