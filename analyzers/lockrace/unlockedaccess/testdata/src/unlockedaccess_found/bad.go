// Package unlockedaccess_found has objects that are found in a container under its lock.
package unlockedaccess_found

import "sync"

type job struct {
	id     string
	state  string
	result []byte
	done   chan struct{}
}

type store struct {
	mu   sync.RWMutex
	jobs map[string]*job
}

func (s *store) Finish(id string, result []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j := s.jobs[id]; j != nil {
		j.state = "done"
		j.result = result
	}
}

// State has the object from the container itself.
func (s *store) State(id string) string {
	s.mu.RLock()
	j := s.jobs[id]
	s.mu.RUnlock()
	return j.state // want `data race with line \d+, which holds s\.mu: j\.state is read after its release, and j was found under it at line \d+`
}

func (s *store) get(id string) *job {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.jobs[id]
}

// Result has it from another method.
func (s *store) Result(id string) []byte {
	j := s.get(id)
	return j.result // want `data race with line \d+, which holds store\.mu: j\.result is read after its release, and j was found under it at line \d+`
}
