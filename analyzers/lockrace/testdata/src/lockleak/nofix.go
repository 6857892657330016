package lockleak

import (
	"fmt"
	"log"
	"sync"
)

// The function recovers, and the lock stays.
type runner struct {
	mu    sync.Mutex
	count int
	hook  func(int)
}

func (r *runner) run(work func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	r.mu.Lock()
	work() // want `a panic of work leaves r.mu locked, which was locked on line 22: the function recovers on line 17 and goes on, and the release on line 25 does not run`
	r.count++
	r.mu.Unlock()
	return nil
}

func (r *runner) notify(n int) {
	defer func() {
		if v := recover(); v != nil {
			log.Print(v)
		}
	}()
	r.mu.Lock()
	if n < 0 {
		panic("negative") // want `a panic here leaves r.mu locked, which was locked on line 35`
	}
	r.hook(n) // want `a panic of r.hook leaves r.mu locked`
	r.mu.Unlock()
}
