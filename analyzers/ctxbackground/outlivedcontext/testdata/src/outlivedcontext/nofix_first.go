package outlivedcontext

import (
	"context"
	"sync"
)

type mirrors struct {
	mu   sync.Mutex
	once sync.Once
	all  map[string]*seat
	main *seat
}

// One for each key.
func (m *mirrors) Of(ctx context.Context, key string) *seat {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l, ok := m.all[key]; ok {
		return l
	}
	l := takeSeat(ctx, key) // want `what all keeps for all later calls of Of stops when the first caller's context ends`
	m.all[key] = l
	return l
}

// A sync.Once makes it.
func (m *mirrors) Main(ctx context.Context) *seat {
	m.once.Do(func() {
		m.main = takeSeat(ctx, "main") // want `what main keeps for all later calls of Main stops when the first caller's context ends`
	})
	return m.main
}

// The function starts the goroutine itself.
func (m *mirrors) Second(ctx context.Context) *seat {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.main != nil {
		return m.main
	}
	m.main = &seat{"second"}
	go m.main.renew(ctx) // want `what main keeps for all later calls of Second stops when the first caller's context ends`
	return m.main
}
