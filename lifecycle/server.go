package lifecycle

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Server runs an HTTP service from start-up to the last hook. Its Group runs the service's
// workers. Make one with New; all methods are safe for concurrent use, in every state.
type Server struct {
	Group
	settings
	log      *slog.Logger // nil = slog.Default() at the time of use
	handler  http.Handler // the service's, without probes
	hooks    registry
	checks   checks
	fresh    freshConns
	onStart  []func(context.Context) error // guarded by life
	endStart context.CancelFunc
	start    context.Context // ends when the shutdown begins

	// Of the process-wide default only.
	main    chan struct{} // closed when Main's function has returned
	claimed bool          // the hooks are being run; guarded by proc.mu

	ran      atomic.Bool
	state    atomic.Int32
	life     sync.Mutex // guards the fields below, and steps between states
	begun    bool
	why      reason
	began    time.Time
	marked   bool // MarkReady was called
	started  bool // serving, and start-up functions are done
	report   Report
	draining chan struct{} // closed when the shutdown begins
	drainOne sync.Once     // closes draining
	done     chan struct{} // closed when the shutdown is over
}

// New returns a server for h on addr.
//
// A nil h means http.DefaultServeMux, an empty addr means $PORT or ":8080",
// "8080" means ":8080", a nil logger means slog.Default(). Unless WithServer
// says otherwise, the request header must arrive within 5 s and idle
// connections are kept for 2 min.
//
// The probes take precedence over h, unless h is a *http.ServeMux that has a
// pattern for a probe's path: then h answers, except that readiness is still
// refused before MarkReady and during the shutdown.
func New(h http.Handler, addr string, logger *slog.Logger, opts ...Option) *Server {
	s := newServer(logger, newSettings(opts))
	if s.http == nil {
		s.http = &http.Server{ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute}
	}
	if h == nil {
		h = s.http.Handler
	}
	if h == nil {
		h = http.DefaultServeMux
	}
	s.handler = h
	if addr == "" {
		addr = s.http.Addr
	}
	s.http.Addr = listenAddr(addr)
	s.http.Handler = s.routes()
	s.http.ConnState = s.fresh.watch(s.http.ConnState)
	return s
}

// newServer returns a server without HTTP.
func newServer(logger *slog.Logger, set settings) *Server {
	s := &Server{
		settings: set,
		log:      logger,
		draining: make(chan struct{}),
		done:     make(chan struct{}),
	}
	s.start, s.endStart = context.WithCancel(context.Background())
	s.Group.owner = s
	s.Group.init(context.Background())
	// Registered first, and so the last hook of its phase.
	s.hooks.add(&hook{phase: PhaseWorkers, name: "join", budget: defaultBudget, fn: s.Group.Stop})
	return s
}

// OnStart registers a function that prepares the service: connect with
// RetryWithBackoff, migrate, warm up. Run calls the functions in the order of
// registration, while the probes are already served. Their context ends when
// the shutdown begins, long before the context of the workers. An error begins
// the shutdown and comes out of Run. After Run has begun OnStart has no effect.
func (s *Server) OnStart(fn func(context.Context) error) {
	s.life.Lock()
	defer s.life.Unlock()
	s.onStart = append(s.onStart, fn)
}

// MarkReady says that start-up is over. The state becomes StateReady as soon as
// the server is serving and the OnStart functions have returned, so it may be
// called before Run or by the last of them. It has no effect once the shutdown
// has begun.
func (s *Server) MarkReady() {
	s.life.Lock()
	defer s.life.Unlock()
	s.marked = true
	s.becomeReady()
}

// becomeReady is called with life held.
func (s *Server) becomeReady() {
	if s.marked && s.started && !s.begun && s.State() == StateStarting {
		s.state.Store(int32(StateReady))
		s.logger().Info("ready")
		s.notify("READY=1")
	}
}

// State returns the current state.
func (s *Server) State() State { return State(s.state.Load()) }

// Draining returns a channel that is closed when the shutdown begins. Handlers
// of long streams should end then; ordinary requests need not look at it.
func (s *Server) Draining() <-chan struct{} { return s.draining }

// Report returns the account of the shutdown so far.
func (s *Server) Report() Report {
	s.life.Lock()
	defer s.life.Unlock()
	r := s.report
	r.Steps = append([]Step(nil), r.Steps...)
	return r
}

func (s *Server) record(step Step) {
	s.life.Lock()
	s.report.Steps = append(s.report.Steps, step)
	s.life.Unlock()
	args := []any{"phase", step.Phase.String(), "step", step.Name, "took", step.Duration}
	if step.Err != nil {
		s.logger().Error("shutdown step failed", append(args, "error", step.Err)...)
	} else {
		s.logger().Debug("shutdown step done", args...)
	}
}

func (s *Server) logger() *slog.Logger {
	if s.log != nil {
		return s.log
	}
	return slog.Default()
}

// finished makes a step of what began at start and ended with err.
func finished(phase Phase, name string, start time.Time, err error) Step {
	var stuck *StuckError
	return Step{
		Phase: phase, Name: name, Duration: time.Since(start),
		Err: err, Abandoned: errors.Is(err, errAbandoned) || errors.As(err, &stuck),
	}
}
