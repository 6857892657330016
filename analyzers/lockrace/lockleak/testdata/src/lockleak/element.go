package lockleak

import "sync"

// Locks in the elements of maps and slices.
type part struct {
	mu    sync.Mutex
	items map[string]int
}

type sharded struct {
	byName map[string]*part
	list   []part
	locks  [16]sync.RWMutex
}

func (s *sharded) put(name, item string) error {
	s.byName[name].mu.Lock()
	if item == "" {
		return errMissing // want `the next Lock blocks forever: s\.byName\[name\]\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	s.byName[name].items[item]++
	s.byName[name].mu.Unlock()
	return nil
}

func (s *sharded) at(i int, item string) int {
	s.list[i].mu.Lock()
	n, ok := s.list[i].items[item]
	if !ok {
		return 0 // want `the next Lock blocks forever: s\.list\[i\]\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	s.list[i].mu.Unlock()
	return n
}

func (s *sharded) empty(hash uint32) bool {
	s.locks[hash%16].RLock()
	if len(s.list) == 0 {
		return true // want `the next Lock, and every RLock after it, blocks forever`
	}
	s.locks[hash%16].RUnlock()
	return false
}
