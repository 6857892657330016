package blockingunderlock

import (
	"sync"

	"example.com/watch"
)

// The method may return before it calls the function.
type once struct {
	mu    sync.Mutex
	wg    sync.WaitGroup
	guard *watch.Guard
	up    bool
}

func (o *once) Open() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.guard = watch.New(func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		return o.up
	})
	o.wg.Add(1)
	go func() {
		defer o.wg.Done()
		o.guard.Check()
	}()
}

func (o *once) Close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.up = false
	o.wg.Wait() // want `o\.wg\.Wait\(\) deadlocks: it blocks with o\.mu held since line \d+, and the goroutine that calls Done at line \d+ first calls Check, which may call a function and acquire that lock`
	println(o.up)
}
