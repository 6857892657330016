package doubleclose

import "sync"

// A sync.Once lets the first one close.
type onceGuest struct {
	quit chan struct{}
	once sync.Once
}

func (g *onceGuest) stop() { g.once.Do(func() { close(g.quit) }) }

func (g *onceGuest) serve() {
	<-g.quit
	g.stop()
}

type onceGuests struct{ all map[*onceGuest]bool }

func (g *onceGuests) add() {
	one := &onceGuest{quit: make(chan struct{})}
	g.all[one] = true
	one.serve()
}

func (g *onceGuests) stopAll() {
	for one := range g.all {
		one.stop()
	}
}

// The one that takes it out closes it.
type outVisitor struct {
	quit chan struct{}
	in   *outVisitors
}

func (v *outVisitor) stop() { close(v.quit) }

func (v *outVisitor) serve() {
	<-v.quit
	v.in.remove(v)
}

type outVisitors struct {
	mu  sync.Mutex
	all map[*outVisitor]bool
}

func (v *outVisitors) add() {
	one := &outVisitor{make(chan struct{}), v}
	v.mu.Lock()
	v.all[one] = true
	v.mu.Unlock()
	one.serve()
}

func (v *outVisitors) remove(one *outVisitor) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.all[one] {
		delete(v.all, one)
		one.stop()
	}
}

func (v *outVisitors) removeAll() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for one := range v.all {
		delete(v.all, one)
		one.stop()
	}
}
