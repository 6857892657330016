package lifecycle

import (
	"context"
	"sync"
)

// tally counts what is in flight. Unlike a sync.WaitGroup it may grow during a wait, and
// the wait has a limit.
type tally struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n reaches zero; nil without a waiter
}

func (t *tally) add() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

func (t *tally) done() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n == 0 {
		panic("lifecycle: more ends than starts")
	}
	if t.n--; t.n == 0 && t.idle != nil {
		close(t.idle)
		t.idle = nil
	}
}

// wait returns 0 once nothing is in flight, or how much still is when ctx ends.
func (t *tally) wait(ctx context.Context) int {
	t.mu.Lock()
	if t.n > 0 && t.idle == nil {
		t.idle = make(chan struct{})
	}
	n, idle := t.n, t.idle
	t.mu.Unlock()
	if n == 0 {
		return 0
	}
	select {
	case <-idle:
		return 0
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}
