package writeunderrlock

import "sync"

// An element of a map that is itself an element.
type docket struct {
	mu   sync.RWMutex
	rows map[string]map[string]int
}

func (l *docket) Note(user, item string) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.rows[user][item] = 1 // want `data race with other readers: l\.rows is written while l\.mu is only read-locked`
}

func (l *docket) Open(user string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rows[user] = make(map[string]int)
}

func (l *docket) Count(user string) int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return len(l.rows[user])
}
