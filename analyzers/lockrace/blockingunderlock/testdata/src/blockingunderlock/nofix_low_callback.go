package blockingunderlock

import "sync"

// Nothing removes one, so that only a registration deadlocks.
type Exits struct {
	mu    sync.Mutex
	calls []func()
}

func (e *Exits) Register(call func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls = append(e.calls, call)
}

func (e *Exits) Run() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, call := range e.calls {
		call() // want `deadlock where call calls back.*low confidence: what is called may never use the object whose lock is held`
	}
}
