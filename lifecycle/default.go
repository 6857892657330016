package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// std is the process-wide default: a server without HTTP. Its shutdown is that
// of the process.
var std atomic.Pointer[Server]

func init() { std.Store(newDefault()) }

func newDefault() *Server {
	s := newServer(nil, newSettings(nil))
	s.main = make(chan struct{})
	// Its channel is made here and not by the first caller, which may be in a
	// testing/synctest bubble.
	s.Context().Done()
	return s
}

// Context is the process-wide work context. It ends when the shutdown reaches
// PhaseWorkers, after drain and the end of HTTP, so that requests in flight can
// still use what hangs on it.
func Context() context.Context { return std.Load().Context() }

// Go runs fn as a process-wide worker: its context is Context, and the shutdown waits for
// it. After the shutdown fn still runs, with a context that has ended. A panic begins the
// shutdown; while neither Run nor Main is running, it crashes the process.
func Go(fn func(context.Context)) { std.Load().Go(fn) }

// OnShutdown registers a process-wide hook: see Server.OnShutdown. It runs in
// one order with the hooks of the server that stops last.
func OnShutdown(fn func(context.Context), opts ...HookOption) {
	std.Load().register(callSite(), func(ctx context.Context) error { fn(ctx); return nil }, opts)
}

// OnShutdownErr is OnShutdown for a hook that can fail; its error is in what Run
// or Main returns, and in the Report.
func OnShutdownErr(fn func(context.Context) error, opts ...HookOption) {
	std.Load().register(callSite(), fn, opts)
}

// Draining returns a channel that is closed when the shutdown of the process begins.
// Readiness handlers that lifecycle does not serve should answer 503 after that.
func Draining() <-chan struct{} { return std.Load().Draining() }

// Shutdown shuts down the process's servers, workers and hooks without a signal
// and waits until that is over or ctx ends: see Server.Shutdown. It does not
// exit. The function that Main runs need not call it, only return.
func Shutdown(ctx context.Context) error {
	s, servers := std.Load(), proc.servers()
	if len(servers) == 0 {
		return s.Shutdown(ctx)
	}
	s.begin(reason{text: "Shutdown was called"})
	var errs []error // the last server's report includes the process's own hooks
	for _, o := range servers {
		errs = append(errs, o.Shutdown(ctx))
	}
	return errors.Join(errs...)
}

// stopProcess is the shutdown of the default: first all servers and what Main
// runs, then the process-wide hooks, unless the last server did those.
func (s *Server) stopProcess() {
	servers := proc.servers()
	for _, o := range servers {
		o.begin(s.why)
	}
	s.state.Store(int32(StateStopping))
	wait := share(s.httpTimeout, s.grace/2, s.left())
	if len(servers) > 0 {
		wait = s.left() // they keep to their own grace periods
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	for _, o := range servers {
		await(ctx, o.done)
	}
	start := time.Now()
	if s.ran.Load() && !await(ctx, s.main) {
		stuck := &StuckError{Count: 1, Stacks: s.Group.stacks()}
		s.record(finished(phaseStart, "main", start, fmt.Errorf("did not return: %w", stuck)))
	}
	if proc.claim(s) {
		s.finish([]*Server{s})
	}
}

// await reports whether ch was closed before ctx ended.
func await(ctx context.Context, ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	case <-ctx.Done():
		return false
	}
}
