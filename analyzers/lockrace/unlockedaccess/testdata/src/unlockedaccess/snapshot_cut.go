package unlockedaccess

import "sync"

type rail struct {
	mu     sync.Mutex
	routes []string
}

func (r *rail) Cut(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.routes = append(r.routes[:i], r.routes[i+1:]...)
}

func (r *rail) Route(i int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.routes[i]
}

// The rest moves down in place.
func (r *rail) Sail(to func(string)) {
	for _, route := range r.routes { // want `r.routes is read without r.mu`
		to(route)
	}
}
