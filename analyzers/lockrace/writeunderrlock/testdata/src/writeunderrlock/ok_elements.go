package writeunderrlock

import (
	"sync"
	"sync/atomic"
)

type meter struct {
	mu    sync.Mutex
	count int
	total atomic.Int64
	plain int
}

type sample struct{ n int }

type meters struct {
	mu      sync.RWMutex
	all     map[string]*meter
	samples map[string]sample
}

// Safe: the element has a lock of its own.
func (m *meters) Count(key string) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if e := m.all[key]; e != nil {
		e.mu.Lock()
		e.count++
		e.mu.Unlock()
		e.total.Add(1)
	}
}

func (m *meters) Read(key string) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	e := m.all[key]
	if e == nil {
		return 0
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.count
}

// Safe: the element is a copy.
func (m *meters) Next(key string) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	s := m.samples[key]
	s.n++
	return s.n
}

// Safe: the element was made here, and is in no container.
func (m *meters) Sum() *sample {
	m.mu.RLock()
	defer m.mu.RUnlock()
	sum := &sample{}
	for _, s := range m.samples {
		sum.n += s.n
	}
	return sum
}
