package unguardedfield

import (
	"net/http"
	"sync"
	"sync/atomic"
)

// A channel with a buffer of one is a lock: one request at a time has its only place.
type onePlace struct {
	sem  chan struct{}
	seen map[string]int
}

func newOnePlace() *onePlace {
	return &onePlace{sem: make(chan struct{}, 1), seen: make(map[string]int)}
}

func (s *onePlace) Visit(w http.ResponseWriter, r *http.Request) {
	s.sem <- struct{}{}
	defer func() { <-s.sem }()
	s.seen[r.Host]++
}

func (s *onePlace) Forget(w http.ResponseWriter, r *http.Request) {
	select {
	case s.sem <- struct{}{}:
	case <-r.Context().Done():
		return
	}
	s.forget(r.Host)
	<-s.sem
}

func (s *onePlace) forget(host string) { delete(s.seen, host) }

// One in a package variable, which is released after the access.
var (
	place  = make(chan struct{}, 1)
	placed = make(map[string]int)
)

func countPlaced(w http.ResponseWriter, r *http.Request) {
	place <- struct{}{}
	placed[r.Host]++
	<-place
}

// The first to receive the value that the constructor has put there has the map.
type turns struct {
	turn chan struct{}
	seen map[string]int
}

func newTurns() *turns {
	t := &turns{turn: make(chan struct{}, 1), seen: make(map[string]int)}
	t.turn <- struct{}{}
	return t
}

func (t *turns) Visit(w http.ResponseWriter, r *http.Request) {
	<-t.turn
	defer func() { t.turn <- struct{}{} }()
	t.seen[r.Host]++
}

// A flag that one request at a time can set, of both kinds.
type busyFlag struct {
	busy    atomic.Bool
	running int32
	seen    map[string]int
	left    map[string]int
}

func (b *busyFlag) Visit(w http.ResponseWriter, r *http.Request) {
	if !b.busy.CompareAndSwap(false, true) {
		return
	}
	defer b.busy.Store(false)
	b.seen[r.Host]++
}

func (b *busyFlag) Forget(w http.ResponseWriter, r *http.Request) {
	if b.busy.Swap(true) {
		return
	}
	delete(b.seen, r.Host)
	b.busy.Store(false)
}

func (b *busyFlag) Leave(w http.ResponseWriter, r *http.Request) {
	if atomic.CompareAndSwapInt32(&b.running, 0, 1) {
		defer atomic.StoreInt32(&b.running, 0)
		b.left[r.Host]++
	}
}

// What is acquired is released by the function that the method returns.
type released struct {
	mu    sync.Mutex
	place chan struct{}
	seen  map[string]int
	left  map[string]int
}

func newReleased() *released { return &released{place: make(chan struct{}, 1)} }

func (g *released) acquire() func() {
	g.mu.Lock()
	return g.mu.Unlock
}

func (g *released) take() func() {
	g.place <- struct{}{}
	return func() { <-g.place }
}

func (g *released) Visit(w http.ResponseWriter, r *http.Request) {
	defer g.acquire()()
	g.seen[r.Host]++
}

func (g *released) Leave(w http.ResponseWriter, r *http.Request) {
	defer g.take()()
	g.left[r.Host]++
}

// The goroutines of one call share the channel, and what it guards.
func sums(hosts []string) int {
	type sum struct{ total int }
	place := make(chan struct{}, 1)
	s := &sum{}
	var wg sync.WaitGroup
	for _, host := range hosts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			place <- struct{}{}
			s.total += len(host)
			<-place
		}()
	}
	wg.Wait()
	return s.total
}
