package checkthenact

import (
	"fmt"
	"sync/atomic"
)

// What is counted between the load and the store is never reported.
type turnstile struct {
	passed int64
	shut   int64
	jams   atomic.Int64
	mode   int64
}

func (t *turnstile) Pass() {
	atomic.AddInt64(&t.passed, 1)
	t.jams.Add(1)
	atomic.AddInt64(&t.shut, 1)
}

func (t *turnstile) Report() {
	n := atomic.LoadInt64(&t.passed)
	if n < 1 {
		return
	}
	fmt.Println(n)
	atomic.StoreInt64(&t.passed, 0) // want `update of another goroutine may be lost: atomic\.StoreInt64 resets what was loaded at line 23, and what line \d+ adds between the two is never read`
}

func (t *turnstile) Jams() int64 {
	n := t.jams.Load()
	t.jams.Store(0) // want `update of another goroutine may be lost: t\.jams\.Store resets what was loaded at line 32, and what line \d+ adds between the two is never read`
	return n
}
