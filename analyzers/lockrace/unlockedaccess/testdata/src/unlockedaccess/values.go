package unlockedaccess

import "sync"

// A table of functions, of which each runs under the lock: no access in them lacks it.
type machine struct {
	mu    sync.Mutex
	state map[string]int
	steps map[string]func(string)
}

func newMachine() *machine {
	m := &machine{state: make(map[string]int), steps: make(map[string]func(string))}
	m.steps["up"] = m.up
	m.steps["down"] = func(name string) { m.down(name) }
	return m
}

func (m *machine) Do(step, name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if run, ok := m.steps[step]; ok {
		run(name)
	}
	m.each(func(name string) { m.state[name]++ })
}

func (m *machine) each(visit func(string)) {
	for name := range m.state {
		visit(name)
	}
}

func (m *machine) up(name string) { m.state[name]++ }

func (m *machine) down(name string) { m.state[name]-- }

// A helper starts the goroutines, so that the two loops run at the same time.
type replica struct {
	mu   sync.Mutex
	peer struct{ id, addr string }
	wg   sync.WaitGroup
}

func (r *replica) background(work func()) {
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		work()
	}()
}

func (r *replica) Start() {
	r.background(r.watch)
	r.background(func() { r.replicate() })
}

func (r *replica) watch() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.peer.addr = "10.0.0.1"
}

func (r *replica) name() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.peer.addr
}

func (r *replica) replicate() {
	if r.name() == "" {
		return
	}
	println(r.peer.addr) // want `r.peer is read without r.mu`
}

// Each loop has a goroutine of its own, and the index is one loop's.
type prober struct {
	mu    sync.Mutex
	index int
	nodes []string
}

func (p *prober) Start(tick <-chan struct{}) {
	go p.on(tick, p.probe)
	go p.on(tick, p.gossip)
}

func (p *prober) on(tick <-chan struct{}, f func()) {
	for range tick {
		f()
	}
}

func (p *prober) probe() {
	p.mu.Lock()
	over := p.index >= len(p.nodes)
	p.mu.Unlock()
	if over {
		p.index = 0
	}
	p.index++
}

func (p *prober) gossip() {
	p.mu.Lock()
	defer p.mu.Unlock()
	println(len(p.nodes))
}
