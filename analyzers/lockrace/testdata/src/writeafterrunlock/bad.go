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
		c.lastUsed = time.Now() // want `c.lastUsed is written without m.mu, under which c was found on line 24 and 4 of 7 other accesses of lastUsed happen: they race`
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
	c.uses++ // want `c.uses is written without m.mu`
}

func (m *Manager) first() *conn {
	m.mu.RLock()
	c := m.list[0]
	m.mu.RUnlock()
	c.lastUsed = time.Now() // want `c.lastUsed is written without m.mu, under which c was found on line 60`
	return c
}

func (m *Manager) primary() *conn {
	m.mu.RLock()
	c := m.main
	m.mu.RUnlock()
	if c != nil {
		c.lastUsed = time.Now() // want `c.lastUsed is written without m.mu, under which c was found on line 68`
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
