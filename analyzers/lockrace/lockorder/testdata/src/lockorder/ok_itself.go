package lockorder

import "sync"

type memo struct {
	mu    sync.RWMutex
	known map[string]int
}

func (m *memo) Get(key string) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.known[key]
}

// Not of this check: the goroutine waits for itself, and what blocks others is that.
func (m *memo) GetOrSet(key string, n int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old := m.Get(key); old != 0 {
		return old
	}
	m.known[key] = n
	return n
}

func (m *memo) Add(key string) {
	m.mu.RLock()
	n := m.known[key]
	m.mu.RUnlock()
	n++
	m.mu.Lock()
	m.known[key] = n
	m.mu.Unlock()
}
