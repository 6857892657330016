package unlockedaccess_found

import "sync"

type entry struct{ output string }

type logs struct {
	mu      sync.Mutex
	entries map[string]*entry
}

func (l *logs) change(id string, do func(*entry)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	do(l.entries[id])
}

// Append writes in a literal that runs under the lock.
func (l *logs) Append(id, line string) {
	l.change(id, func(e *entry) { e.output += line })
}

func (l *logs) Output(id string) string {
	l.mu.Lock()
	e := l.entries[id]
	l.mu.Unlock()
	return e.output // want `data race with line \d+, which holds l\.mu: e\.output is read after its release, and e was found under it at line \d+`
}
