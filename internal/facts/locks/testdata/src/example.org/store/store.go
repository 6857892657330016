package store // want package:`order\[Store.rw<Store.mu\]`

import "sync"

type Store struct {
	mu sync.Mutex
	rw sync.RWMutex
	n  int
}

func (s *Store) Lock() { s.mu.Lock() } // want Lock:`holds 0.mu`

func (s *Store) Unlock() { s.mu.Unlock() } // want Unlock:`releases 0.mu, may release`

func (s *Store) Len() int { // want Len:`takes 0.mu`
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

func (s *Store) Read() int { // want Read:`takes 0.rw for reading`
	s.rw.RLock()
	defer s.rw.RUnlock()
	return s.Len()
}

func Acquire(s *Store) func() { // want Acquire:`holds 0.mu, result releases 0.mu`
	s.mu.Lock()
	return s.mu.Unlock
}

// Gives the lock of its caller back for a while, who holds it again in the end.
func (s *Store) Pause(work func()) { // want Pause:`^may release example.org/store.Store.mu$`
	s.mu.Unlock()
	work()
	s.mu.Lock()
}

// Under a condition that the caller decides: not for sure.
func (s *Store) Maybe(lock bool) { // want Maybe:`may take 0.mu`
	if lock {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Get() int { return s.n }

func (s *Store) len() int { return s.Len() }

// A Guard releases the lock that it came with: its holder has the lock, by a name
// that nobody knows.
type Guard struct{ release func() }

func (g Guard) Unlock() { g.release() }

func (s *Store) Guard() Guard { // want Guard:`^takes 0.mu`
	s.mu.Lock()
	return Guard{release: func() { s.mu.Unlock() }}
}
