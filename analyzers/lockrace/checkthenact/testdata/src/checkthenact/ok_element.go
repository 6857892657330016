package checkthenact

// Safe: it is read again under the lock that the write holds.
func (m *meter) Twice(key string) {
	m.mu.RLock()
	known := m.count[key] > 0
	m.mu.RUnlock()
	if !known {
		return
	}
	m.mu.Lock()
	m.count[key] = 2 * m.count[key]
	m.mu.Unlock()
}

// Safe: what is stored is a reference to what was found, and may have been changed since.
func (m *meter) Keep(key, as string) {
	m.mu.RLock()
	u := m.last[key]
	m.mu.RUnlock()
	m.mu.Lock()
	m.last[key] = u
	m.mu.Unlock()
}

// Safe: the key is another one.
func (m *meter) Move(from, to string) {
	m.mu.RLock()
	n := m.count[from]
	m.mu.RUnlock()
	m.mu.Lock()
	m.count[to] = n
	m.mu.Unlock()
}
