package unlockedaccess

import "sync"

type probe struct{ change string }

// The lock of the plan is not that of the probes: note does not hold it.
type prober2 struct {
	plan   sync.Mutex
	mu     sync.Mutex
	probes map[string]*probe
}

func (p *prober2) Start(name string) bool {
	p.plan.Lock()
	defer p.plan.Unlock()
	p.mu.Lock()
	found, ok := p.probes[name]
	p.mu.Unlock()
	return ok && found.change == "" // want `data race with line \d+, which holds p.mu: found.change is read after its release, and found was found under it at line 18`
}

func (p *prober2) Note(name, change string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.probes[name].change = change
}

// Here both hold the lock of the plan.
type planner struct {
	plan   sync.Mutex
	mu     sync.Mutex
	probes map[string]*probe2
}

type probe2 struct{ change string }

func (p *planner) Start(name string) bool {
	p.plan.Lock()
	defer p.plan.Unlock()
	p.mu.Lock()
	found, ok := p.probes[name]
	p.mu.Unlock()
	return ok && found.change == ""
}

func (p *planner) Note(name, change string) {
	p.plan.Lock()
	defer p.plan.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.probes[name].change = change
}
