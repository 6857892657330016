package unlockunlocked

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type Store struct {
	mu     sync.Mutex
	rw     sync.RWMutex
	items  map[string]int
	closed bool
}

func (s *Store) save() error { return nil }

// The deferred call releases the lock again.
func (s *Store) Put(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		s.mu.Unlock() // want `fatal error, which recover does not stop: s\.mu\.Unlock releases the lock, and the unlock deferred at line \d+ releases it again \(lockrace/unlock-unlocked\)`
		return errClosed
	}
	s.items[key]++
	return nil
}

// Work is done before the return, which now holds the lock.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.mu.Unlock() // want `fatal error, which recover does not stop`
	return s.save()
}

// The branch forgets to return.
func (s *Store) Drop(key string) {
	s.mu.Lock()
	if s.closed {
		println("closed")
		s.mu.Unlock() // want `fatal error, which recover does not stop`
	}
	delete(s.items, key)
	s.mu.Unlock()
}

func (s *Store) Twice(key string) {
	s.mu.Lock()
	delete(s.items, key)
	s.mu.Unlock() // want `fatal error, which recover does not stop`
	println("dropped", key)
	s.mu.Unlock()
}

// The other mode.
func (s *Store) Get(key string) (int, error) {
	s.rw.RLock()
	if s.closed {
		s.rw.Unlock() // want `fatal error, which recover does not stop: s\.rw\.Unlock releases what RLock acquired at line \d+`
		return 0, errClosed
	}
	n := s.items[key]
	s.rw.RUnlock()
	return n, nil
}

func (s *Store) Set(key string, n int) {
	s.rw.Lock()
	defer s.rw.RUnlock() // want `fatal error, which recover does not stop`
	s.items[key] = n
}

// Embedded.
type registry struct {
	sync.RWMutex
	names []string
}

func (r *registry) first() string {
	r.RLock()
	defer r.Unlock() // want `fatal error, which recover does not stop`
	if len(r.names) == 0 {
		return ""
	}
	return r.names[0]
}

// In a literal that runs in place, and in a goroutine.
func (s *Store) Spawn() {
	go func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.closed {
			s.mu.Unlock() // want `fatal error, which recover does not stop`
			return
		}
		s.items = nil
	}()
}

// One mistake, and every release behind it.
func (s *Store) Loop(keys []string) error {
	s.mu.Lock()
	for _, key := range keys {
		if key == "" {
			s.mu.Unlock() // want `fatal error, which recover does not stop`
			println("no key")
		}
	}
	if s.closed {
		s.mu.Unlock()
		return errClosed
	}
	s.mu.Unlock()
	return nil
}

// What is deferred is a literal that does nothing else to the lock.
func (s *Store) DropAll(keys []string) error {
	s.mu.Lock()
	defer func() {
		println("dropped")
		s.mu.Unlock()
	}()
	if s.closed {
		s.mu.Unlock() // want `fatal error, which recover does not stop`
		return errClosed
	}
	s.items = nil
	return nil
}

// The other mode, in a deferred literal.
func (r *registry) last() string {
	r.RLock()
	defer func() { r.Unlock() }() // want `fatal error, which recover does not stop`
	return r.names[len(r.names)-1]
}
