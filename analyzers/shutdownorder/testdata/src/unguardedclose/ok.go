package unguardedclose

import (
	"sync"
	"sync/atomic"
)

type guarded struct {
	mu     sync.Mutex
	once   sync.Once
	stop   chan struct{}
	closed bool
	done   chan struct{}
	flag   atomic.Bool
}

// Nope. Once.
func (g *guarded) Once() { g.once.Do(func() { close(g.stop) }) }

// Nope. A flag, under a lock.
func (g *guarded) Flag() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return
	}
	g.closed = true
	close(g.stop)
}

// Nope. An atomic swap.
func (g *guarded) Swap() {
	if g.flag.CompareAndSwap(false, true) {
		close(g.stop)
	}
}

// Nope. The channel itself says whether it is closed.
func (g *guarded) Select() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.stop:
	default:
		close(g.stop)
	}
}

// Nope. A nil test.
func (g *guarded) Nil() {
	if g.stop != nil {
		close(g.stop)
		g.stop = nil
	}
}

// Nope. The channel is made anew.
func (g *guarded) Broadcast() {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.stop)
	g.stop = make(chan struct{})
}

// Nope. That is how a goroutine says that it is through.
func (g *guarded) Run() {
	defer close(g.done)
	<-g.stop
}

// Nope. The method is what a goroutine runs.
func (g *guarded) Loop() {
	<-g.stop
	close(g.done)
}

func (g *guarded) start() { go g.Loop() }

// Nope. Not a channel of the receiver's.
func (g *guarded) Foreign(ch chan int) { close(ch) }

// Nope. Nobody else can call it, and who can is not known to do it twice.
func (g *guarded) stopNow() { close(g.stop) }

// Nope. The channel is closed as often as one is taken out.
type queue struct{ waiting []chan struct{} }

func (q *queue) Wake() {
	for _, ch := range q.waiting {
		close(ch)
	}
	q.waiting = nil
}

// Nope. A second call waits for ever: nobody receives any more.
func (g *guarded) Tells() {
	g.done <- struct{}{}
	close(g.stop)
}

type promise struct {
	value int
	set   chan struct{}
}

// Set may only be called once, a second call will panic.
func (p *promise) Set(value int) {
	p.value = value
	close(p.set)
}
