package lifecycle

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// reason says why a shutdown begins.
type reason struct {
	text    string
	err     error // to be reported, if no step reports it
	noDrain bool
	along   bool // the default goes with the last server
}

// Shutdown begins the shutdown, the same one that SIGTERM begins, and waits
// until it is over or ctx ends; ctx limits the wait, not the shutdown, whose
// limit is WithGrace. It returns what Run returns, or an error that wraps
// ctx.Err(). If Run was not called the hooks run all the same. Call it any
// number of times, but not from a hook, a worker or a handler, which it would
// wait for.
func (s *Server) Shutdown(ctx context.Context) error {
	s.begin(reason{text: "Shutdown was called"})
	select {
	case <-s.done:
		return s.Report().Err()
	case <-ctx.Done():
		return fmt.Errorf("lifecycle: shutdown still under way: %w", ctx.Err())
	}
}

// Stop is Shutdown. It hides the method of the embedded Group, which would stop
// the workers under a server that serves.
func (s *Server) Stop(ctx context.Context) error { return s.Shutdown(ctx) }

// OnShutdown registers a function to be called once at shutdown. Its context ends shortly
// before its budget does; it is abandoned if it overruns. A panic is recovered and
// reported. A hook registered during the shutdown runs in its phase, or next if that is
// past; after the last hook it runs immediately, before OnShutdown returns.
func (s *Server) OnShutdown(fn func(context.Context), opts ...HookOption) {
	s.register(callSite(), func(ctx context.Context) error { fn(ctx); return nil }, opts)
}

// OnShutdownErr is OnShutdown for a function that can fail; its error comes out
// of Run.
func (s *Server) OnShutdownErr(fn func(context.Context) error, opts ...HookOption) {
	s.register(callSite(), fn, opts)
}

func (s *Server) register(name string, fn func(context.Context) error, opts []HookOption) {
	h := &hook{phase: PhaseClients, name: name, budget: defaultBudget, fn: fn}
	for _, opt := range opts {
		opt(h)
	}
	if !s.hooks.add(h) {
		s.record(s.runHook(h, 0))
	}
}

// begin starts the shutdown unless it has begun.
func (s *Server) begin(why reason) {
	if s.mark(why) {
		go s.stop()
	}
}

// mark makes begun true, and reports whether it was not.
func (s *Server) mark(why reason) bool {
	s.life.Lock()
	defer s.life.Unlock()
	if s.begun {
		return false
	}
	s.begun, s.why, s.began = true, why, time.Now()
	s.report.Cause = why.text
	if why.err != nil {
		s.report.Steps = append(s.report.Steps, Step{Phase: PhaseWorkers, Name: why.text, Err: why.err})
	}
	s.endStart()
	s.closeDraining()
	if !why.along { // else the server it goes with has said so
		s.logger().Info("shutting down", "cause", why.text)
		s.notify("STOPPING=1")
	}
	return true
}

// stopping returns why the shutdown began, and whether it did.
func (s *Server) stopping() (reason, bool) {
	s.life.Lock()
	defer s.life.Unlock()
	return s.why, s.begun
}

func (s *Server) closeDraining() { s.drainOne.Do(func() { close(s.draining) }) }

// left is the rest of the grace period.
func (s *Server) left() time.Duration { return s.grace - time.Since(s.began) }

// stop is the shutdown: drain, end of intake, then hooks, phase by phase. Its
// time is divided step by step: what one does not use is left to the next.
func (s *Server) stop() {
	if s.http == nil {
		s.stopProcess()
		return
	}
	hooksClaim := s.grace / 2
	drain := share(s.drain, s.httpTimeout+hooksClaim, s.left())
	if s.State() == StateReady && drain > 0 && !s.why.noDrain {
		start := time.Now()
		s.state.Store(int32(StateDraining))
		time.Sleep(drain)
		s.record(finished(phaseDrain, "drain", start, nil))
	}
	s.state.Store(int32(StateStopping))
	start := time.Now()
	err := s.stopHTTP(share(s.httpTimeout, hooksClaim, s.left()))
	s.record(finished(phaseHTTP, "http", start, err))
	together := []*Server{s}
	if d := proc.takeDefault(s); d != nil {
		together = append(together, d)
	}
	s.finish(together)
}

// finish runs the hooks of s, and of the servers that go with it, as if they
// were one server's.
func (s *Server) finish(together []*Server) {
	for _, m := range together {
		m.state.Store(int32(StateStopping))
		m.Group.cancel() // the work context ends as PhaseWorkers begins
	}
	for {
		h, home, others := takeHook(together)
		if h == nil {
			break
		}
		step := s.runHook(h, others)
		s.record(step)
		if home != s {
			home.record(step)
		}
	}
	// Before Run and Main are let go: the process may end with them.
	s.logger().Info("stopped", "took", time.Since(s.began))
	for _, m := range slices.Backward(together) { // s last: its Run returns
		m.life.Lock()
		m.report.Duration = time.Since(m.began)
		m.state.Store(int32(StateStopped))
		m.life.Unlock()
		close(m.done)
	}
}

// runHook visits h within its share of what is left.
func (s *Server) runHook(h *hook, others time.Duration) Step {
	start := time.Now()
	err := visit(context.Background(), share(h.budget, others, s.left()), h.fn)
	return finished(h.phase, h.name, start, err)
}
