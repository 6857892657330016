package blockingunderlock

import "sync"

// What receives runs a function that needs the lock first.
type desk struct {
	mu      sync.Mutex
	tickets chan int
	before  func()
}

func (d *desk) issue(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tickets <- n // want `send on d\.tickets deadlocks: it blocks with the lock held since line \d+, which what would unblock it needs at line \d+`
}

func (d *desk) serve() {
	for {
		d.before()
		if n := <-d.tickets; n == 0 {
			return
		}
	}
}

func openDesk() {
	d := &desk{tickets: make(chan int)}
	d.before = func() {
		d.mu.Lock()
		defer d.mu.Unlock()
	}
	go d.serve()
	d.issue(1)
	d.issue(0)
}

// There is room for one, and none for the second that comes before the first is counted.
type roomy struct {
	mu sync.Mutex
	in chan int
	n  int
}

func newRoomy() *roomy {
	r := &roomy{in: make(chan int, 1)}
	go func() {
		for n := range r.in {
			r.mu.Lock()
			r.n += n
			r.mu.Unlock()
		}
	}()
	return r
}

func (r *roomy) Add(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.in <- n // want `send on r.in deadlocks: it blocks with the lock held since line \d+, which what would unblock it needs at line \d+`
}
