package lifecycle

import (
	"context"
	"errors"
	"log/slog"
	"runtime/pprof"
	"sync"
	"time"
)

// Group runs background work that can be stopped and is then waited for. The zero value is
// ready to use, like a sync.WaitGroup; its context is a child of the process-wide Context,
// so the shutdown of the process stops its workers even without a call of Stop. All methods
// are safe for concurrent use. A Group must not be copied after first use.
//
// A worker that panics does not pass unnoticed: the panic is logged with its stack, ends
// the group's context and begins the shutdown of the process. Where neither Run nor Main is
// running, nothing could carry that out, and the panic crashes the process as it does in
// any goroutine.
type Group struct {
	workers tally

	once   sync.Once       // sets ctx and cancel
	ctx    context.Context // labelled: see stuck.go
	cancel context.CancelFunc

	mu    sync.Mutex
	errs  []error // guarded by mu
	owner *Server // nil unless a Server embeds the group
}

// NewGroup returns a group whose context is a child of ctx. A nil ctx means
// the process-wide Context.
func NewGroup(ctx context.Context) *Group {
	g := new(Group)
	g.init(ctx)
	return g
}

// init sets the group's context once and returns it.
func (g *Group) init(parent context.Context) context.Context {
	g.once.Do(func() {
		if parent == nil {
			parent = Context()
		}
		ctx, cancel := context.WithCancel(parent)
		g.ctx, g.cancel = pprof.WithLabels(ctx, g.labels()), cancel
	})
	return g.ctx
}

// Context ends when Stop is called, when a worker fails or when the parent
// context ends.
func (g *Group) Context() context.Context { return g.init(nil) }

// Go runs fn in a goroutine that Stop waits for. fn should return when its
// context ends; returning earlier is no failure. After Stop fn still runs, with
// a context that has ended.
func (g *Group) Go(fn func(context.Context)) {
	ctx := g.Context()
	g.workers.add()
	go g.run(ctx, fn, nil)
}

// GoErr is Go for work that can fail. An error ends the group's context and
// comes out of Stop; in a Server it begins the shutdown and comes out of Run.
// context.Canceled, once the group's context has ended, is not a failure.
func (g *Group) GoErr(fn func(context.Context) error) {
	ctx := g.Context()
	g.workers.add()
	go g.run(ctx, nil, fn)
}

// Every runs fn once per interval, as the function Every does, in a goroutine
// that Stop waits for.
func (g *Group) Every(interval time.Duration, fn func(context.Context)) {
	g.Go(func(ctx context.Context) { Every(ctx, interval, fn) })
}

// Stop ends the group's context and waits until every worker has returned, or
// until ctx ends. It returns the errors and panics of all workers joined, with
// a *StuckError holding the stacks of the workers it did not wait for. Stop may
// be called any number of times, from any goroutine but a worker of the group,
// which would wait for itself.
func (g *Group) Stop(ctx context.Context) error {
	g.init(nil)
	g.cancel()
	var stuck error
	if n := g.workers.wait(ctx); n > 0 {
		stuck = &StuckError{Count: n, Stacks: g.stacks()}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return errors.Join(append(g.errs[:len(g.errs):len(g.errs)], stuck)...)
}

// run is the body of a worker's goroutine; one of plain and failing is set.
func (g *Group) run(ctx context.Context, plain func(context.Context), failing func(context.Context) error) {
	var err error
	returned := false
	defer func() {
		// Not returned: a panic, or runtime.Goexit, which recovers to nil.
		// Under Crash there must be no recover, so that Go prints the stack.
		if !returned && !g.crashes() {
			if v := recover(); v != nil {
				err = newPanicError(v)
			}
		}
		g.fail(ctx, err)
		g.workers.done()
	}()
	pprof.SetGoroutineLabels(ctx)
	if plain != nil {
		plain(ctx)
	} else {
		err = failing(ctx)
	}
	returned = true
}

// fail records the error of a worker, ends the group and notifies its owner.
func (g *Group) fail(ctx context.Context, err error) {
	if err == nil || errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return
	}
	g.mu.Lock()
	g.errs = append(g.errs, err)
	g.mu.Unlock()
	g.cancel()

	var p *PanicError
	panicked := errors.As(err, &p)
	switch {
	case panicked:
		g.logger().Error("worker panicked", "panic", p.Value, "stack", string(p.Stack))
	case g.owner != nil:
		g.logger().Error("worker failed", "error", err)
	}
	if g.owner != nil {
		g.owner.begin(reason{text: "worker failed"})
	} else if panicked {
		// The error of this group may never be read, and half a service is worse than none:
		// shut the process down in order.
		std.Load().begin(reason{text: "worker failed", err: err})
	}
}

// crashes reports whether a panic in this group is left to crash the process.
func (g *Group) crashes() bool {
	if g.owner != nil && g.owner != std.Load() {
		return g.owner.panics == Crash
	}
	return !proc.contains()
}

func (g *Group) logger() *slog.Logger {
	if g.owner != nil {
		return g.owner.logger()
	}
	return slog.Default()
}
