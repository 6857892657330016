package unlockedaccess

import "sync"

// ring's buffered is called by one function that holds the lock for reading and by
// others that hold it for writing: all of them hold it.
type ring struct {
	mu          sync.RWMutex
	read, write int
}

func (r *ring) Buffered() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.buffered()
}

func (r *ring) buffered() int { return r.write - r.read }

func (r *ring) Write(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.discard(n)
	r.write += n
}

func (r *ring) Discard(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.discard(n)
}

func (r *ring) discard(n int) { r.read += min(n, r.buffered()) }
