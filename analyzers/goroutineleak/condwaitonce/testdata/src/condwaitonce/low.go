package condwaitonce

import "sync"

type server struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready bool
}

// a flag that is set once
func (s *server) waitReady() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ready {
		s.cond.Wait() // want `condition !s.ready may hold again when s.cond.Wait returns: nothing tests it again`
	}
}
