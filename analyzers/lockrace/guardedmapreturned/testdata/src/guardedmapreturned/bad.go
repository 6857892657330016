package guardedmapreturned

import "sync"

// A Shop changes its prices while it is open.
type Shop struct {
	mu     sync.RWMutex
	prices map[string]int
}

// Set changes one.
func (s *Shop) Set(good string, price int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prices[good] = price
}

// Prices returns all of them.
func (s *Shop) Prices() map[string]int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.prices // want `concurrent map access ends the process: s.prices is returned, .*`
}

// Drop removes one.
func (s *Shop) Drop(good string) {
	s.mu.Lock()
	delete(s.prices, good)
	s.mu.Unlock()
}

// Both returns two.
func (s *Shop) Both() (map[string]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.prices, nil // want `concurrent map access ends the process: s.prices is returned, .*`
}
