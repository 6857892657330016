package unlockedaccess

import "sync"

// All reads hold the lock, and the method that sets the state does not.
type switchboard struct {
	mu      sync.Mutex
	running bool
	serve   func()
}

func (s *switchboard) Listen() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running {
		return
	}
	go func() {
		s.setRunning(true)
		defer s.setRunning(false)
		s.serve()
	}()
}

func (s *switchboard) Running() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running
}

func (s *switchboard) setRunning(running bool) {
	s.running = running // want `data race with line \d+: s\.running is written without s\.mu, which 2 of 3 accesses hold`
}
