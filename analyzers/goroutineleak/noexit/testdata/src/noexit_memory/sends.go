package memory

import (
	"sync"
	"time"
)

type ranges struct {
	mu   sync.Mutex
	next chan int
	ask  chan request
	lost int
}

type request struct {
	size  int
	reply chan int
}

// Whoever took from the channel is gone: the send must end as well as the pause.
func newRanges(assign func() (int, error)) *ranges {
	r := &ranges{next: make(chan int), ask: make(chan request)}
	go func() {
		for { // want `goroutine started at line`
			n, err := assign()
			if err == nil {
				r.next <- n
				continue
			}
			time.Sleep(time.Second)
		}
	}()
	go r.serve(assign)
	go r.watch()
	return r
}

// An answer is sent to who waits for it.
func (r *ranges) serve(assign func() (int, error)) {
	for { // want `goroutine started at line`
		req := <-r.ask
		n, err := assign()
		if err != nil {
			r.mu.Lock()
			r.lost++
			r.next <- -r.lost
			r.mu.Unlock()
		}
		req.reply <- n
	}
}

// The send is what a select chooses, or what it does then.
func (r *ranges) watch() {
	tick := time.Tick(time.Minute)
	for { // want `goroutine started at line`
		select {
		case r.next <- 0:
		case now := <-tick:
			r.next <- now.Second()
		}
	}
}
