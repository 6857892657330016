package unlockedaccess

import "sync"

// What is counted behind the unlock is read under the lock in one place.
type lookups struct {
	mu    sync.RWMutex
	names map[string]string
	hits  int
}

func (l *lookups) Get(key string) string {
	l.mu.RLock()
	name := l.names[key]
	l.mu.RUnlock()
	l.hits++ // want `data race with line \d+: l\.hits is written without l\.mu, which 1 of 3 accesses hold`
	return name
}

func (l *lookups) Set(key, name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.names[key] = name
}

func (l *lookups) Hits() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.hits
}
