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

// A tail keeps the last lines.
type tail struct {
	mu    sync.Mutex
	lines []string
}

func (t *tail) Add(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, line)
	if len(t.lines) > 100 {
		t.lines = append(t.lines[:0], t.lines[1:]...)
	}
}

func (t *tail) Lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lines // want `data race: t.lines is returned`
}
