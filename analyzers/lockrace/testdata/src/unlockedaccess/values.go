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
