package inconsistentlocking

import "sync"

// verifier is set once, by who puts the manager together.
type manager struct {
	mu       sync.Mutex
	verifier func(int) bool
	store    interface{ Keep(int) }
	seen     map[int]bool
}

func (m *manager) SetStore(store interface{ Keep(int) }) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.store = store
}

func (m *manager) Open(n int) {
	m.mu.Lock()
	m.seen[n] = true
	keep := m.store != nil
	m.mu.Unlock()
	if keep {
		m.store.Keep(n) // want `m.store is read without m.mu, which 4 of 5 accesses hold`
	}
}

func (m *manager) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.store != nil {
		m.store.Keep(len(m.seen))
	}
}
