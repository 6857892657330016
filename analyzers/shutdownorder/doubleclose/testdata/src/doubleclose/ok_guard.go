package doubleclose

import (
	"sync"
	"sync/atomic"
)

type locked struct {
	mu     sync.Mutex
	done   chan struct{}
	closed bool
}

func (l *locked) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed = true
	close(l.done)
}

type swapped struct {
	done   chan struct{}
	closed atomic.Bool
}

func (s *swapped) Close() {
	if s.closed.CompareAndSwap(false, true) {
		close(s.done)
	}
}

// A setting is no guard.
type optional struct {
	done    chan struct{}
	enabled bool
}

func (o *optional) Close() {
	if o.enabled {
		close(o.done)
	}
}

// stop is called with the lock held.
func (l *locked) stop() {
	if !l.closed {
		l.closed = true
		close(l.done)
	}
}

// The lock is acquired by a helper.
func (l *locked) Stop() {
	l.lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.closed = true
		close(l.done)
	}
}

func (l *locked) lock() { l.mu.Lock() }
