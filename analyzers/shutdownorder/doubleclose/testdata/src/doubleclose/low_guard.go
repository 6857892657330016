package doubleclose

import "sync"

// What importers call once, perhaps.
type Flagged struct {
	done   chan struct{}
	closed bool
}

func (f *Flagged) Close() {
	if f.closed {
		return
	}
	f.closed = true
	close(f.done) // want `two calls of Close at the same time panic`
}

type Polled struct{ done chan struct{} }

func (q *Polled) Stop() {
	select {
	case <-q.done:
		return
	default:
	}
	close(q.done) // want `two calls of Stop at the same time panic`
}

// Each of the two functions closes what it has made.
type scoped struct {
	done   chan struct{}
	closed bool
}

func (s *scoped) Close() {
	if !s.closed {
		s.closed = true
		close(s.done) // want `two calls of Close at the same time panic`
	}
}

func first() {
	s := &scoped{done: make(chan struct{})}
	defer s.Close()
}

func second() {
	s := &scoped{done: make(chan struct{})}
	defer s.Close()
}

// A lock for reading excludes no other call.
type Shared struct {
	mu     sync.RWMutex
	done   chan struct{}
	closed bool
}

func (s *Shared) Close() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if !s.closed {
		s.closed = true
		close(s.done) // want `two calls of Close at the same time panic`
	}
}
