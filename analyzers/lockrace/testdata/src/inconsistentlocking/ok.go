package inconsistentlocking

import "sync"

type names struct {
	mu    sync.Mutex
	lines []string
}

func (n *names) Add(line string) {
	n.mu.Lock()
	n.lines = append(n.lines, line)
	n.mu.Unlock()
}

func (n *names) First() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.lines[0]
}

// All accesses hold it.
func (n *names) Count() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.lines)
}

// The function itself takes the lock for the field, later on: unlocked-access reports it.
func (n *names) Trim(max int) {
	if len(n.lines) <= max {
		return
	}
	n.mu.Lock()
	n.lines = n.lines[:max]
	n.mu.Unlock()
}

// Nobody else has it yet.
func newNames(line string) *names {
	n := &names{}
	n.lines = []string{line}
	return n
}
