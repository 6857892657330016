package lockleak

import (
	"errors"
	"sync"
)

type store struct {
	mu    sync.Mutex
	rw    sync.RWMutex
	items map[string]int
	total int
}

var errMissing = errors.New("missing")

func (s *store) earlyReturn(key string) error {
	s.mu.Lock()
	if _, ok := s.items[key]; !ok {
		return errMissing // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	delete(s.items, key)
	s.mu.Unlock()
	return nil
}

func (s *store) readLock(key string) (int, error) {
	s.rw.RLock()
	n, ok := s.items[key]
	if !ok {
		return 0, errMissing // want `the next Lock, and every RLock after it, blocks forever: s\.rw, locked at line \d+, is still held here, and released only at line \d+`
	}
	s.rw.RUnlock()
	return n, nil
}

// The result needs the lock, so the fix defers.
func (s *store) result(fast bool) int {
	s.mu.Lock()
	if fast {
		return s.total // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	n := len(s.items)
	s.mu.Unlock()
	return n
}

func (s *store) skip(keys []string) {
	for _, key := range keys {
		s.mu.Lock()
		if key == "" {
			continue // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
		}
		s.items[key]++
		s.mu.Unlock()
	}
}

func (s *store) leave(keys []string) {
	for _, key := range keys {
		s.mu.Lock()
		if key == "" {
			break // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
		}
		s.items[key]++
		s.mu.Unlock()
	}
}

func (s *store) beforeDefer(key string) error {
	s.mu.Lock()
	if key == "" {
		return errMissing // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	defer s.mu.Unlock()
	s.items[key]++
	return nil
}

type embedded struct {
	sync.Mutex
	n int
}

func (e *embedded) inc(limit int) bool {
	e.Lock()
	if e.n >= limit {
		return false // want `the next Lock blocks forever: e, locked at line \d+, is still held here, and released only at line \d+`
	}
	e.n++
	e.Unlock()
	return true
}

func (s *store) switched(kind int) {
	s.mu.Lock()
	switch kind {
	case 0:
		s.total = 0
	case 1:
		return // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
	default:
		s.total++
	}
	s.mu.Unlock()
}

type generic[T any] struct {
	mu  sync.Mutex
	all []T
}

func (g *generic[T]) pop() (v T, ok bool) {
	g.mu.Lock()
	if len(g.all) == 0 {
		return v, false // want `the next Lock blocks forever: g\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	v = g.all[0]
	g.all = g.all[1:]
	g.mu.Unlock()
	return v, true
}

func inLiteral(s *store) func(string) bool {
	return func(key string) bool {
		s.mu.Lock()
		if key == "" {
			return false // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
		}
		delete(s.items, key)
		s.mu.Unlock()
		return true
	}
}

func (s *store) end(key string) {
	s.mu.Lock()
	if key != "" {
		delete(s.items, key)
		s.mu.Unlock()
		return
	}
} // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`

// Two sections, of which the first only reads: what frees the second is its own.
func (s *store) twice(key string) bool {
	s.rw.RLock()
	_, ok := s.items[key]
	s.rw.RUnlock()
	if ok {
		return true
	}
	s.rw.Lock()
	if s.items[key] > 0 {
		return true // want `the next Lock blocks forever: s\.rw, locked at line \d+, is still held here, and released only at line \d+`
	}
	s.items[key] = 1
	s.rw.Unlock()
	return false
}
