package doublelock

import "sync"

// The lock is taken by a helper, and what the callee does under it is needed in the
// same expression.
type gauge struct {
	mu sync.Mutex
	n  int
}

func (g *gauge) lock() func() {
	g.mu.Lock()
	return g.mu.Unlock
}

func (g *gauge) value() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.n
}

func (g *gauge) add(n int) {
	defer g.lock()()
	g.n = n + g.value() // want `g.value acquires the lock, which is held since line \d+`
}
