package writeafterrunlock

import (
	"sync"
	"time"
)

func Locked(m *Manager, id string) *conn {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.conns[id]
	c.lastUsed = time.Now()
	return c
}

// The lock is taken again for the write.
func (m *Manager) relocked(id string) {
	m.mu.RLock()
	c := m.conns[id]
	m.mu.RUnlock()
	m.mu.Lock()
	c.lastUsed = time.Now()
	m.mu.Unlock()
}

// Nobody uses the name under the lock.
func (m *Manager) Rename(id, name string) {
	m.mu.RLock()
	c := m.conns[id]
	m.mu.RUnlock()
	c.name = name
}

type session struct {
	mu   sync.Mutex
	seen time.Time
}

type sessions struct {
	mu  sync.RWMutex
	all map[string]*session
}

// The object has a lock of its own.
func (s *sessions) See(id string) {
	s.mu.RLock()
	x := s.all[id]
	s.mu.RUnlock()
	x.mu.Lock()
	x.seen = time.Now()
	x.mu.Unlock()
}

func (s *sessions) sweep() {
	s.mu.Lock()
	for _, x := range s.all {
		x.mu.Lock()
		x.seen = time.Time{}
		x.mu.Unlock()
	}
	s.mu.Unlock()
}

// A new object, which nobody else has yet.
func (m *Manager) Add(id string) *conn {
	m.mu.RLock()
	_, ok := m.conns[id]
	m.mu.RUnlock()
	if ok {
		return nil
	}
	c := &conn{id: id}
	c.lastUsed = time.Now()
	return c
}

// The lock may still be held.
func (m *Manager) maybe(id string, keep bool) {
	m.mu.RLock()
	c := m.conns[id]
	if !keep {
		m.mu.RUnlock()
	}
	c.lastUsed = time.Now()
	if keep {
		m.mu.RUnlock()
	}
}
