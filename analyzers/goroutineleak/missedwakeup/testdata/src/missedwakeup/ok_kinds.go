package missedwakeup

import "sync"

// All wait for the same change, in two functions.
type larder struct {
	mu   sync.Mutex
	cond *sync.Cond
	jars []int
	shut bool
}

func newLarder() *larder {
	l := &larder{}
	l.cond = sync.NewCond(&l.mu)
	return l
}

func (l *larder) Put(jar int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.jars = append(l.jars, jar)
	l.cond.Signal()
}

func (l *larder) Take() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.jars) == 0 && !l.shut {
		l.cond.Wait()
	}
	jar := l.jars[0]
	l.jars = l.jars[1:]
	return jar
}

func (l *larder) TakeAll() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.jars) == 0 {
		l.cond.Wait()
	}
	jars := l.jars
	l.jars = nil
	return jars
}

// One goroutine fills and one empties: never both wait.
type hopper struct {
	mu   sync.Mutex
	cond *sync.Cond
	n    int
}

func newHopper() *hopper {
	h := &hopper{}
	h.cond = sync.NewCond(&h.mu)
	go h.fill()
	go h.empty()
	return h
}

func (h *hopper) fill() {
	for {
		h.mu.Lock()
		for h.n >= 8 {
			h.cond.Wait()
		}
		h.n++
		h.cond.Signal()
		h.mu.Unlock()
	}
}

func (h *hopper) empty() {
	for {
		h.mu.Lock()
		for h.n == 0 {
			h.cond.Wait()
		}
		h.n--
		h.cond.Signal()
		h.mu.Unlock()
	}
}

// Two condition variables, one for each kind.
type vat struct {
	mu          sync.Mutex
	full, empty *sync.Cond
	n           int
}

func newVat() *vat {
	v := &vat{}
	v.full, v.empty = sync.NewCond(&v.mu), sync.NewCond(&v.mu)
	return v
}

func (v *vat) Pour() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for v.n >= 8 {
		v.full.Wait()
	}
	v.n++
	v.empty.Signal()
}

func (v *vat) Draw() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for v.n == 0 {
		v.empty.Wait()
	}
	v.n--
	v.full.Signal()
}

// The one that is woken wakes the next before it waits again.
type relayRace struct {
	mu     sync.Mutex
	cond   *sync.Cond
	n      int
	paused bool
}

func newRelayRace() *relayRace {
	r := &relayRace{}
	r.cond = sync.NewCond(&r.mu)
	return r
}

func (r *relayRace) Add() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	r.cond.Signal()
}

func (r *relayRace) Take() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.n == 0 {
		r.cond.Wait()
		r.cond.Signal()
	}
	r.n--
}

func (r *relayRace) Idle() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.n > 0 {
		r.cond.Signal()
		r.cond.Wait()
	}
}

// One goroutine comes to both loops, one after the other.
type ferryman struct {
	mu     sync.Mutex
	cond   *sync.Cond
	n      int
	docked bool
}

func startFerryman() *ferryman {
	f := &ferryman{}
	f.cond = sync.NewCond(&f.mu)
	go f.row()
	return f
}

func (f *ferryman) row() {
	for {
		f.mu.Lock()
		for !f.docked {
			f.cond.Wait()
		}
		f.board()
		f.mu.Unlock()
	}
}

func (f *ferryman) board() {
	for f.n == 0 {
		f.cond.Wait()
	}
	f.n--
}

func (f *ferryman) Dock() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.docked = true
	f.cond.Signal()
}

func (f *ferryman) Arrive() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
	f.cond.Signal()
}
