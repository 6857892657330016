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

// A press is woken by a range, and its jobs are in a map.
type press struct {
	ring chan struct{}
	mu   sync.Mutex
	jobs map[string]int
}

func newPress() *press { return &press{ring: make(chan struct{}), jobs: map[string]int{}} }

func (p *press) Add(name string, copies int) {
	p.mu.Lock()
	p.jobs[name] = copies
	p.mu.Unlock()
	p.notify()
}

func (p *press) notify() {
	select {
	case p.ring <- struct{}{}: // want `wake-up is lost while the receiver \(line 74\) works on jobs: p.ring has no buffer, and the default case drops the signal`
	default:
	}
}

func (p *press) run(print func(string, int)) {
	for range p.ring {
		p.mu.Lock()
		jobs := p.jobs
		p.jobs = map[string]int{}
		p.mu.Unlock()
		for name, copies := range jobs {
			print(name, copies)
		}
	}
}
