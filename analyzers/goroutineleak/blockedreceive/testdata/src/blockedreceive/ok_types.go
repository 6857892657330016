package blockedreceive

import "sync"

// A rack wakes all when it is closed.
type rack struct {
	mu     sync.Mutex
	filled *sync.Cond
	coats  int
	closed bool
}

func newRack() *rack {
	r := &rack{}
	r.filled = sync.NewCond(&r.mu)
	return r
}

func (r *rack) Hang() {
	r.mu.Lock()
	r.coats++
	r.mu.Unlock()
	r.filled.Signal()
}

func (r *rack) Take() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.coats == 0 && !r.closed {
		r.filled.Wait()
	}
	if r.coats == 0 {
		return false
	}
	r.coats--
	return true
}

func (r *rack) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.filled.Broadcast()
}

// A counter answers each question, or is closed.
type counterDesk struct {
	questions chan chan int
	closed    chan struct{}
}

func newCounterDesk() *counterDesk {
	d := &counterDesk{questions: make(chan chan int, 2), closed: make(chan struct{})}
	go func() {
		for n := 0; ; n++ {
			select {
			case q := <-d.questions:
				q <- n
			case <-d.closed:
				return
			}
		}
	}()
	return d
}

func (d *counterDesk) Ask() int {
	answer := make(chan int, 1)
	select {
	case d.questions <- answer:
	case <-d.closed:
		return 0
	}
	select {
	case n := <-answer:
		return n
	case <-d.closed:
		return 0
	}
}

func (d *counterDesk) Wait()  { <-d.closed }
func (d *counterDesk) Close() { close(d.closed) }
