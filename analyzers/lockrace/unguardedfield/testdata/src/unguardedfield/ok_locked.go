package unguardedfield

import (
	"net/http"
	"sync"
)

// What runs the literals holds the lock.
type guarded struct {
	mu   sync.Mutex
	seen map[string]int
}

func (g *guarded) locked(do func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	do()
}

func (g *guarded) Visit(w http.ResponseWriter, r *http.Request) {
	g.locked(func() { g.seen[r.Host]++ })
}

func (g *guarded) Forget(w http.ResponseWriter, r *http.Request) {
	g.locked(func() { delete(g.seen, r.Host) })
}
