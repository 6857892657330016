package unlockedaccess

import "sync"

// Literals that are deferred release what their function has taken.
type gate struct {
	mu   sync.Mutex
	shut bool
	in   int
}

func (g *gate) enter() bool {
	if g.shut { // want `g.shut is read without g.mu`
		return false
	}
	g.mu.Lock()
	defer func() { g.mu.Unlock() }()
	g.in++
	return !g.shut
}

func (g *gate) close() {
	g.mu.Lock()
	defer func() { g.mu.Unlock() }()
	g.shut = true
}

func (g *gate) closed() bool {
	g.mu.Lock()
	defer func() { g.mu.Unlock() }()
	return g.shut
}
