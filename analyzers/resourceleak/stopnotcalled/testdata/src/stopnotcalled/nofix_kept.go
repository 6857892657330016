package stopnotcalled

import (
	"context"
	"sync"
)

// The failure of one member is to end the others.
type runGroup struct {
	cancel context.CancelFunc
	wg     sync.WaitGroup
	once   sync.Once
	err    error
}

func newRunGroup(parent context.Context) (*runGroup, context.Context) {
	ctx, cancel := context.WithCancel(parent) // want `context that context.WithCancel derives is never canceled: its cancel function is kept in the field cancel, which nothing reads`
	return &runGroup{cancel: cancel}, ctx
}

func (g *runGroup) run(fn func() error) {
	g.wg.Go(func() {
		if err := fn(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	})
}

func (g *runGroup) wait() error {
	g.wg.Wait()
	return g.err
}

type restarted struct {
	mu   sync.Mutex
	stop context.CancelFunc
}

func (r *restarted) start(parent context.Context, work func(context.Context)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop != nil {
		return
	}
	ctx, cancel := context.WithCancel(parent) // want `context that context.WithCancel derives is never canceled: its cancel function is kept in the field stop, which nothing reads`
	r.stop = cancel
	go work(ctx)
}

func (r *restarted) reset() {
	r.mu.Lock()
	r.stop = nil
	r.mu.Unlock()
}
