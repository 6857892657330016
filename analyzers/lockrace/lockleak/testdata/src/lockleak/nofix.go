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
	work() // want `a panic in work leaves r\.mu locked, since line \d+: the function recovers at line \d+, and the unlock at line \d+ is skipped`
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
		panic("negative") // want `a panic here leaves r\.mu locked, since line \d+`
	}
	r.hook(n) // want `a panic in r\.hook leaves r\.mu locked, since line \d+`
	r.mu.Unlock()
}
