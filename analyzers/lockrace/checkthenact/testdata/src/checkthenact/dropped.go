package checkthenact

import "sync"

// Nothing is done with what was made: the second test is all there is.

type gates struct {
	mu   sync.Mutex
	open map[string]chan struct{}
}

func (g *gates) add(name string) {
	g.mu.Lock()
	_, ok := g.open[name]
	g.mu.Unlock()
	if ok {
		return
	}
	gate := make(chan struct{})
	g.mu.Lock()
	g.open[name] = gate // want `update of another goroutine may be lost`
	g.mu.Unlock()
}
