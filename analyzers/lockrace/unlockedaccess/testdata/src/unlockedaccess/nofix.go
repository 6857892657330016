package unlockedaccess

import "sync"

// A caller of the caller has the lock already: to acquire it here would deadlock.
type plan struct {
	mu      sync.RWMutex
	repeats int
	runs    []string
}

func (p *plan) finished() bool { return p.repeats == 0 } // want `p\.repeats is read without p\.mu`

func (p *plan) again() bool { return !p.finished() }

func (p *plan) Run() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.again() {
		p.repeats--
	}
}

func (p *plan) Limit(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.repeats = n
}

func (p *plan) Wait() bool { return p.again() }
