package doublelock

import "sync"

// A registry and its entries know each other.
type registry struct {
	mu      sync.Mutex
	entries map[int]*entry
}

type entry struct {
	owner    *registry
	requests chan struct{}
}

// The entry gives back the lock of its owner, which is this one.
func (r *registry) open(id int) error {
	r.mu.Lock()
	e, ok := r.entries[id]
	if !ok {
		e = &entry{owner: r, requests: make(chan struct{}, 1)}
		r.entries[id] = e
	}
	return e.request()
}

func (r *registry) close(id int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.entries, id)
}

func (e *entry) request() error {
	e.requests <- struct{}{}
	e.owner.mu.Unlock()
	return nil
}

func use(r *registry) {
	if err := r.open(1); err != nil {
		return
	}
	defer r.close(1)
}

func again(r *registry, e *entry) {
	r.mu.Lock()
	_ = e.request()
	r.mu.Lock()
	r.mu.Unlock()
}
