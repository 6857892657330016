package unlockedaccess_any

import (
	"sync"
	"sync/atomic"
)

type gauge struct{ n atomic.Int64 }

func (g *gauge) inc() { g.n.Add(1) }

// Gauges has its gauges registered by who makes it. To count one that is not there is a nil
// pointer: all may be there before anybody counts.
type Gauges struct {
	mu  sync.RWMutex
	all map[string]*gauge
}

func (g *Gauges) Register(name string) {
	g.mu.Lock()
	g.all[name] = &gauge{}
	g.mu.Unlock()
}

func (g *Gauges) Inc(name string) {
	g.all[name].inc() // want `g\.all is read without g\.mu`
}

func (g *Gauges) Each(f func(string, int64)) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	for name, one := range g.all {
		f(name, one.n.Load())
	}
}

func (g *Gauges) Len() int {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return len(g.all)
}

// Tallies makes those that are missing, while others count.
type Tallies struct {
	mu  sync.RWMutex
	all map[string]*gauge
}

func (t *Tallies) Count(name string) {
	t.add(name)
}

func (t *Tallies) add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all[name] == nil {
		t.all[name] = &gauge{}
	}
	t.all[name].inc()
}
