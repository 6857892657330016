package lockleak

import (
	"context"
	"sync"
)

// The unlock is deferred, what is called is known, or nothing recovers.
type errand struct {
	mu   sync.Mutex
	runs int
	do   func(context.Context) error
}

func runErrand(ctx context.Context, e *errand) {
	_ = survive(func() error { return e.deferred(ctx) })
	_ = survive(func() error { e.count(); return nil })
	_ = survive(func() error { return e.before(ctx) })
	_ = e.plain(ctx)
}

func (e *errand) deferred(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.do(ctx)
}

func (e *errand) count() {
	e.mu.Lock()
	e.add()
	e.mu.Unlock()
}

func (e *errand) add() { e.runs++ }

func (e *errand) before(ctx context.Context) error {
	e.mu.Lock()
	e.runs++
	e.mu.Unlock()
	return e.do(ctx)
}

func (e *errand) plain(ctx context.Context) error {
	e.mu.Lock()
	err := e.do(ctx)
	e.mu.Unlock()
	return err
}
