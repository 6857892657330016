// Package mock stands in for a store where one is tested.
package mock

import "sync"

type store struct {
	mu   sync.RWMutex
	last string
}

func (s *store) Fetch(query string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.last = query
	return 0
}

func (s *store) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = ""
}
