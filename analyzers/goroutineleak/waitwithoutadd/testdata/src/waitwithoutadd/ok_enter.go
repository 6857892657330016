package waitwithoutadd

import (
	"sync"
	"time"
)

// gate counts who has entered, and lets nobody in once it is closed.
type gate struct {
	mu     sync.Mutex
	closed bool
	busy   sync.WaitGroup
}

func (g *gate) Later(d time.Duration) *time.Timer { return time.AfterFunc(d, g.work) }

func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.busy.Add(1)
	}
	return !g.closed
}

func (g *gate) work() {
	if !g.enter() {
		return
	}
	defer g.busy.Done()
	println("working")
}

func (g *gate) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.busy.Wait()
}

func (g *gate) workOnce() {
	entered := g.enter()
	if !entered {
		return
	}
	defer g.busy.Done()
	println("working once")
}

func (g *gate) LaterOnce(d time.Duration) *time.Timer { return time.AfterFunc(d, g.workOnce) }
