package doubleclose

import (
	"sync"
	"sync/atomic"
)

type sentry struct {
	mu     sync.Mutex
	once   sync.Once
	stop   chan struct{}
	closed bool
	done   chan struct{}
	flag   atomic.Bool
}

// Nope. Once.
func (g *sentry) Once() { g.once.Do(func() { close(g.stop) }) }

// Nope. A flag, under a lock.
func (g *sentry) Flag() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return
	}
	g.closed = true
	close(g.stop)
}

// Nope. An atomic swap.
func (g *sentry) Swap() {
	if g.flag.CompareAndSwap(false, true) {
		close(g.stop)
	}
}

// Nope. The channel itself says whether it is closed.
func (g *sentry) Select() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.stop:
	default:
		close(g.stop)
	}
}

// Nope. A nil test, under a lock.
func (g *sentry) Nil() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stop != nil {
		close(g.stop)
		g.stop = nil
	}
}

// Nope. The channel is made anew.
func (g *sentry) Broadcast() {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.stop)
	g.stop = make(chan struct{})
}

// Nope. That is how a goroutine says that it is through.
func (g *sentry) Run() {
	defer close(g.done)
	<-g.stop
}

// Nope. The method is what a goroutine runs.
func (g *sentry) Loop() {
	<-g.stop
	close(g.done)
}

func (g *sentry) start() { go g.Loop() }

// Nope. Not a channel of the receiver's.
func (g *sentry) Foreign(ch chan int) { close(ch) }

// Nope. Nobody else can call it, and who can is not known to do it twice.
func (g *sentry) stopNow() { close(g.stop) }

// Nope. The channel is closed as often as one is taken out.
type queue struct{ waiting []chan struct{} }

func (q *queue) Wake() {
	for _, ch := range q.waiting {
		close(ch)
	}
	q.waiting = nil
}

// Nope. A second call waits for ever: nobody receives any more.
func (g *sentry) Tells() {
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

type member struct{ stop chan struct{} }

func (m *member) leave() { close(m.stop) }

type group struct{ members map[string]*member }

// Nope. The one that drops a member takes it out.
func (g *group) drop(name string) {
	g.members[name].leave()
	delete(g.members, name)
}

func (g *group) end() {
	for _, m := range g.members {
		m.leave()
	}
}

// Nope. A loop, with another value each time.
type job struct{ done chan struct{} }

func (j *job) finish() { close(j.done) }

func finishAll(jobs <-chan *job) {
	for j := range jobs {
		j.finish()
	}
}
