package writeafterrunlock

import (
	"sync"
	"time"
)

type conn struct {
	id       string
	lastUsed time.Time
	uses     int
	name     string
}

type Manager struct {
	mu    sync.RWMutex
	conns map[string]*conn
	list  []*conn
	main  *conn
}

func (m *Manager) Get(id string) *conn {
	m.mu.RLock()
	c, ok := m.conns[id]
	m.mu.RUnlock()
	if ok {
		c.lastUsed = time.Now() // want `data race: c\.lastUsed is written after m\.mu was released; c was found under it at line \d+, and 4 of 7 other accesses of lastUsed hold it`
	}
	return c
}

func (m *Manager) idle(limit time.Duration) (idle []*conn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, c := range m.conns {
		if time.Since(c.lastUsed) > limit {
			delete(m.conns, id)
			idle = append(idle, c)
		}
	}
	return idle
}

func (m *Manager) touch(id string) {
	m.mu.Lock()
	m.conns[id].lastUsed = time.Now()
	m.conns[id].uses++
	m.mu.Unlock()
}

func (m *Manager) count(id string) {
	m.mu.RLock()
	c := m.conns[id]
	m.mu.RUnlock()
	c.uses++ // want `data race: c\.uses is written after m\.mu was released; c was found under it at line \d+, and 2 of 3 other accesses of uses hold it`
}

func (m *Manager) first() *conn {
	m.mu.RLock()
	c := m.list[0]
	m.mu.RUnlock()
	c.lastUsed = time.Now() // want `data race: c\.lastUsed is written after m\.mu was released; c was found under it at line \d+, and 4 of 7 other accesses of lastUsed hold it`
	return c
}

func (m *Manager) primary() *conn {
	m.mu.RLock()
	c := m.main
	m.mu.RUnlock()
	if c != nil {
		c.lastUsed = time.Now() // want `data race: c\.lastUsed is written after m\.mu was released; c was found under it at line \d+, and 4 of 7 other accesses of lastUsed hold it`
	}
	return c
}

func (m *Manager) Run(limit time.Duration) {
	m.touch("main")
	m.count("main")
	m.first()
	m.primary()
	m.idle(limit)
	Locked(m, "main")
	m.relocked("main")
}
