package unlockedaccess

import "sync"

// What calls back does not hold the lock of the plan, which Start holds for set.
type tasker struct {
	plan   sync.Mutex
	mu     sync.Mutex
	probes map[string]*probe3
}

type probe3 struct{ change string }

func (t *tasker) Begin(run func(string, func(string))) { run("probe", t.probe) }

func (t *tasker) Start(name string) {
	t.plan.Lock()
	defer t.plan.Unlock()
	t.mu.Lock()
	found, ok := t.probes[name]
	t.mu.Unlock()
	if ok && found.change == "" { // want `data race with line \d+, which holds t.mu: found.change is read after its release, and found was found under it at line 20`
		t.set(name, "started")
	}
}

func (t *tasker) probe(name string) { t.set(name, "probed") }

func (t *tasker) set(name, change string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.probes[name].change = change
}
