package missedwakeup

import (
	"context"
	"sync"
)

// A mill grinds what is poured in.
type mill struct {
	ring chan struct{}

	mu    sync.Mutex
	sacks []string
	rows  map[string]int
}

func newMill() *mill { return &mill{ring: make(chan struct{}), rows: map[string]int{}} }

func (m *mill) Pour(sack string) {
	m.mu.Lock()
	m.sacks = append(m.sacks, sack)
	m.mu.Unlock()
	select {
	case m.ring <- struct{}{}: // want `wake-up is lost while the receiver \(line 39\) works on sacks: m.ring has no buffer, and the default case drops the signal`
	default:
	}
}

func (m *mill) take() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.sacks
	m.sacks = nil
	return list
}

func (m *mill) Run(ctx context.Context, grind func(string)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.ring:
			for _, sack := range m.take() {
				grind(sack)
			}
		}
	}
}
