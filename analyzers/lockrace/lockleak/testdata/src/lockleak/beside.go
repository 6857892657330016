package lockleak

import (
	"errors"
	"sync"
)

// What one method gives its callers says nothing about the others.
type vault struct {
	mu    sync.Mutex
	coins map[string]int
}

func (v *vault) hold() (release func()) {
	v.mu.Lock()
	return func() { v.mu.Unlock() }
}

func (v *vault) put(name string) error {
	v.mu.Lock()
	v.coins[name]++
	if name == "" {
		return errors.New("no name") // want `the next Lock blocks forever: v\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	v.mu.Unlock()
	return nil
}

// Nor does a method that releases for others, where this one fails.
type safe struct {
	mu    sync.Mutex
	coins int
}

func (s *safe) Begin() { s.mu.Lock() }
func (s *safe) End()   { s.mu.Unlock() }

func (s *safe) Take(n int) error {
	s.mu.Lock()
	if n > s.coins {
		return errors.New("too few") // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	s.coins -= n
	s.mu.Unlock()
	return nil
}

// An attempt that got the lock has to give it back.
type slot struct {
	mu   sync.Mutex
	runs int
}

func (s *slot) Do(work func() error) error {
	if !s.mu.TryLock() {
		return nil
	}
	s.runs++
	if err := work(); err != nil {
		return err // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	s.mu.Unlock()
	return nil
}

func (s *slot) Maybe(work func() bool) bool {
	ok := s.mu.TryLock()
	if ok {
		if !work() {
			return false // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
		}
		s.mu.Unlock()
	}
	return ok
}
