package unlockedaccess

import "sync"

// The statement calls a function of the package, which may take the lock.
type ring struct {
	mu    sync.Mutex
	items []string
	size  int
}

func (r *ring) Put(item string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.items = append(r.items, item)
	r.size = len(r.items)
}

func (r *ring) Size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.size
}

func (r *ring) Trim(n int) {
	r.size = r.count(n) // want `r.size is written without r.mu, which 2 of 3 writes hold`
	r.mu.Lock()
	r.items = r.items[:n]
	r.size = n
	r.mu.Unlock()
}

func (r *ring) count(n int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return min(n, len(r.items))
}
