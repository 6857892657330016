// Package lifecycle runs an HTTP service from its first probe to its last
// shutdown hook.
package lifecycle

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// State is the phase a Server is in.
type State int32

// The phases of a Server, in the order it passes through them.
const (
	Starting State = iota
	Ready
	Draining
	Stopped
)

const httpTimeout = 10 * time.Second

// Server is an HTTP server with probes, a drain period and shutdown hooks.
type Server struct {
	http           *http.Server
	logger         *slog.Logger
	state          atomic.Int32
	checks         []func(context.Context) error
	hooks          []func(context.Context)
	drainPeriod    time.Duration
	shutdownBudget time.Duration
}

// New returns a server for h on addr. It reports ready after MarkReady.
func New(h http.Handler, addr string, logger *slog.Logger) *Server {
	s := &Server{
		logger:         logger,
		drainPeriod:    3 * time.Second,
		shutdownBudget: 26 * time.Second,
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
	})
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("/", h)
	s.http = &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	return s
}

// State returns the current phase.
func (s *Server) State() State { return State(s.state.Load()) }

// MarkReady lets the readiness probe succeed.
func (s *Server) MarkReady() { s.state.Store(int32(Ready)) }

// AddCheck adds a dependency to the readiness probe. Call it before Run.
func (s *Server) AddCheck(check func(context.Context) error) {
	s.checks = append(s.checks, check)
}

// OnShutdown adds a hook that runs once the HTTP server has stopped. Call it
// before Run.
func (s *Server) OnShutdown(hook func(context.Context)) {
	s.hooks = append(s.hooks, hook)
}

func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if s.State() != Ready {
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	for _, check := range s.checks {
		if err := check(ctx); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
	}
}

// Run serves until SIGINT or SIGTERM and returns when everything has stopped.
func (s *Server) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	serveErr := make(chan error, 1)
	go func() { serveErr <- s.http.ListenAndServe() }()
	s.logger.Info("listening", "addr", s.http.Addr)

	select {
	case err := <-serveErr:
		s.runHooks()
		return err
	case <-ctx.Done():
		return s.shutdown()
	}
}

// shutdown leaves the balancers time to notice before the listener closes.
func (s *Server) shutdown() error {
	s.state.Store(int32(Draining))
	s.logger.Info("draining", "period", s.drainPeriod)
	time.Sleep(s.drainPeriod)

	ctx, cancel := context.WithTimeout(context.Background(), httpTimeout)
	defer cancel()
	err := s.http.Shutdown(ctx)

	s.runHooks()
	s.state.Store(int32(Stopped))
	s.logger.Info("stopped")
	return err
}

func (s *Server) runHooks() {
	hookBudget := s.shutdownBudget - s.drainPeriod - httpTimeout
	hookCtx, cancel := context.WithTimeout(context.Background(), hookBudget)
	defer cancel()
	for _, hook := range s.hooks {
		hook(hookCtx)
	}
}
