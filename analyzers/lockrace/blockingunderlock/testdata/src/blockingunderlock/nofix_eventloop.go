package blockingunderlock

import (
	"context"
	"sync"
)

// The second case of the select comes when the object ends, and no sooner.
type relayer struct {
	mu   sync.Mutex
	in   chan int
	quit chan struct{}
	seen int
}

func newRelayer() *relayer {
	r := &relayer{in: make(chan int), quit: make(chan struct{})}
	go r.feed()
	return r
}

func (r *relayer) feed() {
	for {
		r.mu.Lock()
		r.seen++
		r.mu.Unlock()
		r.in <- 1
	}
}

func (r *relayer) stop() { close(r.quit) }

func (r *relayer) step() {
	r.mu.Lock()
	defer r.mu.Unlock()
	select { // want `the select deadlocks: it blocks with r\.mu held since line \d+, and the goroutine that would unblock it at line \d+ acquires that lock first, at line \d+`
	case n := <-r.in:
		r.seen += n
	case <-r.quit:
	}
}

// The loop acquires the lock in a handler, a few calls away, and the helper that sends has it from its
// caller.
type registry struct {
	mu     sync.Mutex
	events chan string
	quit   chan struct{}
	subs   map[string]int
}

func (r *registry) Start() { go r.loop() }

func (r *registry) loop() {
	for {
		select {
		case e := <-r.events:
			r.dispatch(e)
		case <-r.quit:
			return
		}
	}
}

func (r *registry) dispatch(e string) { r.count(e) }

func (r *registry) count(e string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.subs[e]++
}

func (r *registry) Close() { close(r.quit) }

func (r *registry) Settle(e string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notify(e) // want `r\.notify deadlocks: it blocks with r\.mu held since line \d+, and the goroutine that would unblock it at line \d+ acquires that lock first, at line \d+`
}

func (r *registry) Add(e string) { r.notify(e) }

func (r *registry) notify(e string) {
	select {
	case r.events <- e:
	case <-r.quit:
	}
}

func newRegistry() *registry {
	return &registry{events: make(chan string), quit: make(chan struct{}), subs: make(map[string]int)}
}

// The context of the object ends with it.
type scanner struct {
	mu     sync.Mutex
	ctx    context.Context
	cancel context.CancelFunc
	found  chan int
	n      int
}

func newScanner() *scanner {
	s := &scanner{found: make(chan int)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	go s.loop()
	return s
}

func (s *scanner) loop() {
	for {
		select {
		case n := <-s.found:
			s.mu.Lock()
			s.n += n
			s.mu.Unlock()
		case <-s.ctx.Done():
			return
		}
	}
}

func (s *scanner) Close() { s.cancel() }

func (s *scanner) Found(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select { // want `the select deadlocks: it blocks with s\.mu held since line \d+`
	case s.found <- n:
	case <-s.ctx.Done():
	}
}
