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
		s.mu.Unlock() // want `s.mu.Unlock releases the lock, and the one deferred on line 22 releases it again: the runtime ends the process, and no recover stops it \(lockrace/unlock-unlocked\)`
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
	s.mu.Unlock() // want `s.mu.Unlock releases the lock, and the one deferred on line 34 releases it again`
	return s.save()
}

// The branch forgets to return.
func (s *Store) Drop(key string) {
	s.mu.Lock()
	if s.closed {
		println("closed")
		s.mu.Unlock() // want `s.mu.Unlock releases the lock, and the one on line 48 releases it again`
	}
	delete(s.items, key)
	s.mu.Unlock()
}

func (s *Store) Twice(key string) {
	s.mu.Lock()
	delete(s.items, key)
	s.mu.Unlock() // want `s.mu.Unlock releases the lock, and the one on line 56 releases it again`
	println("dropped", key)
	s.mu.Unlock()
}

// The other mode.
func (s *Store) Get(key string) (int, error) {
	s.rw.RLock()
	if s.closed {
		s.rw.Unlock() // want `s.rw.Unlock releases what RLock acquired on line 61: the runtime ends the process`
		return 0, errClosed
	}
	n := s.items[key]
	s.rw.RUnlock()
	return n, nil
}

func (s *Store) Set(key string, n int) {
	s.rw.Lock()
	defer s.rw.RUnlock() // want `s.rw.RUnlock releases what Lock acquired on line 72`
	s.items[key] = n
}

// Embedded.
type registry struct {
	sync.RWMutex
	names []string
}

func (r *registry) first() string {
	r.RLock()
	defer r.Unlock() // want `r.Unlock releases what RLock acquired on line 84`
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
			s.mu.Unlock() // want `s.mu.Unlock releases the lock, and the one deferred on line 96 releases it again`
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
			s.mu.Unlock() // want `s.mu.Unlock releases the lock, and the one on line 115 releases it again`
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
		s.mu.Unlock() // want `s.mu.Unlock releases the lock, and the one deferred on line 125 releases it again`
		return errClosed
	}
	s.items = nil
	return nil
}

// The other mode, in a deferred literal.
func (r *registry) last() string {
	r.RLock()
	defer func() { r.Unlock() }() // want `r.Unlock releases what RLock acquired on line 139`
	return r.names[len(r.names)-1]
}
