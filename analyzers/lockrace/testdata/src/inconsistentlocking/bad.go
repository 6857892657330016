package inconsistentlocking

import "sync"

// Two accesses hold the lock, which is no habit yet.
type results struct {
	mu    sync.Mutex
	lines []string
}

func (r *results) Add(line string) {
	r.mu.Lock()
	r.lines = append(r.lines, line)
	r.mu.Unlock()
}

func (r *results) First() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lines[0]
}

func (r *results) Lines() int {
	return len(r.lines) // want `r.lines is read without r.mu, which 4 of 5 accesses hold: it races with line 13 \(lockrace/inconsistent-locking\)`
}
