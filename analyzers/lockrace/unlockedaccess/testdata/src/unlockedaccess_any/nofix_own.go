package unlockedaccess_any

import "sync"

// A listener that is one of those that it notifies, by its type: it takes the lock after the write,
// so that none that holds it calls it.
type listener interface {
	Notify(addrs []string)
	Size() int
}

type relay struct {
	mu    sync.Mutex
	next  listener
	addrs []string
}

func NewRelay(next listener) *relay { return &relay{next: next} }

func (r *relay) Notify(addrs []string) {
	r.addrs = addrs // want `data race with line 33: r.addrs is written without r.mu`
	r.pass()
}

func (r *relay) pass() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next.Notify(r.addrs)
}

func (r *relay) Clear() {
	r.mu.Lock()
	r.addrs = nil
	r.mu.Unlock()
}

// Size uses nothing that changes.
func (r *relay) Size() int { return 1 }
