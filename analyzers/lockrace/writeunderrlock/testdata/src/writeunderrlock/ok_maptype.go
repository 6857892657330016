package writeunderrlock

import "sync"

type tagged map[string]int

func (t tagged) add(tag string) { t[tag]++ }

func (t tagged) has(tag string) bool { return t[tag] > 0 }

func (t tagged) copy() tagged {
	out := make(tagged, len(t))
	for tag, n := range t {
		out[tag] = n
	}
	return out
}

var ownLock sync.Mutex

// It has a lock of its own.
func (t tagged) addAlone(tag string) {
	ownLock.Lock()
	defer ownLock.Unlock()
	t[tag]++
}

type Shelf struct {
	mu    sync.RWMutex
	tags  tagged
	alone tagged
}

// The lock is held for writing.
func (s *Shelf) Tag(tag string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tags.add(tag)
}

// The methods only read.
func (s *Shelf) Tagged(tag string) (tagged, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.tags.copy(), s.tags.has(tag)
}

// A copy is written.
func (s *Shelf) With(tag string) tagged {
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := s.tags.copy()
	all.add(tag)
	return all
}

// The method acquires another lock.
func (s *Shelf) Alone(tag string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.alone.addAlone(tag)
}
