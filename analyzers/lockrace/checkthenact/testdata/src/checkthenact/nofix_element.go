package checkthenact

import "sync"

type usage struct {
	calls int
	bytes int64
}

type meter struct {
	mu    sync.RWMutex
	count map[string]int
	usage map[string]usage
	last  map[string]*usage
}

// The number under a key is computed from the one that was read before.
func (m *meter) Count(key string) {
	m.mu.RLock()
	n := m.count[key]
	m.mu.RUnlock()
	n++
	m.mu.Lock()
	m.count[key] = n // want `update of another goroutine may be lost: m\.count is computed from its value at line \d+, and m\.mu was released after that read`
	m.mu.Unlock()
}

// So is a field of the struct.
func (m *meter) Add(key string, size int) {
	m.mu.Lock()
	u := m.usage[key]
	m.mu.Unlock()
	u.calls++
	u.bytes += int64(size)
	m.mu.Lock()
	m.usage[key] = u // want `update of another goroutine may be lost: m\.usage is computed from its value at line \d+`
	m.mu.Unlock()
}
