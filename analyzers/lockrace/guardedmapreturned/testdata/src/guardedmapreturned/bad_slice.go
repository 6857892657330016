package guardedmapreturned

import "sync"

// A Counter has a queue.
type Counter struct {
	mu    sync.RWMutex
	queue []string
}

// Rename changes an element in place.
func (s *Counter) Rename(i int, name string) {
	s.mu.Lock()
	s.queue[i] = name
	s.mu.Unlock()
}

// Queue returns those who wait.
func (s *Counter) Queue() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.queue // want `data race: s.queue is returned, .*`
}
