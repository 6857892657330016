package guardedmapreturned

import (
	"slices"
	"sync"
)

// A roster shifts the names that remain.
type roster struct {
	mu    sync.Mutex
	names []string
}

func (r *roster) Leave(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names = slices.DeleteFunc(r.names, func(have string) bool { return have == name })
}

func (r *roster) Names() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.names // want `data race: r.names is returned`
}
