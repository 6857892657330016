package lifecycle

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"time"
)

type probePaths struct{ live, ready, started string }

// routes returns the handler of the main listener.
func (s *Server) routes() http.Handler {
	if s.probeAddr != "" {
		return http.HandlerFunc(s.serveHTTP)
	}
	probes := s.probeHandlers()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if probe, ok := probes[r.URL.Path]; ok {
			probe(w, r)
			return
		}
		s.serveHTTP(w, r)
	})
}

// serveHTTP serves everything but probes. While the server drains, every
// response ends its connection, so that clients are gone when the listener
// closes; an upgrade (WebSocket) needs the header for itself.
func (s *Server) serveHTTP(w http.ResponseWriter, r *http.Request) {
	if s.State() >= StateDraining && r.Header.Get("Upgrade") == "" {
		w.Header().Set("Connection", "close")
	}
	s.handler.ServeHTTP(w, r)
}

// probeHandlers maps the probes' paths to their handlers.
func (s *Server) probeHandlers() map[string]http.HandlerFunc {
	handlers := map[string]http.HandlerFunc{}
	for path, probe := range map[string]http.HandlerFunc{
		s.probes.live:    func(w http.ResponseWriter, _ *http.Request) { answer(w, "alive", true) },
		s.probes.ready:   s.serveReady,
		s.probes.started: s.serveStarted,
	} {
		switch {
		case path == "":
		case !s.handlerOwns(path):
			handlers[path] = probe
		case path == s.probes.ready:
			handlers[path] = s.serveOwnReady
		}
	}
	return handlers
}

// handlerOwns reports whether the service's handler is a ServeMux with a
// pattern for exactly this path.
func (s *Server) handlerOwns(path string) bool {
	mux, ok := s.handler.(*http.ServeMux)
	if !ok || s.probeAddr != "" {
		return false
	}
	r, err := http.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		return false
	}
	_, pattern := mux.Handler(r)
	return strings.HasSuffix(pattern, path)
}

func (s *Server) serveStarted(w http.ResponseWriter, _ *http.Request) {
	if s.State() == StateStarting {
		answer(w, "starting", false)
		return
	}
	answer(w, "started", true)
}

func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	if state := s.State(); state != StateReady {
		answer(w, state.String(), false)
		return
	}
	if failed := s.checks.failing(r.Context(), s.logger()); len(failed) > 0 {
		answer(w, "not ready", false, failed...)
		return
	}
	answer(w, "ready", true)
}

// serveOwnReady is for a service with a readiness handler of its own, which
// cannot know whether the server drains.
func (s *Server) serveOwnReady(w http.ResponseWriter, r *http.Request) {
	if s.State() != StateReady {
		s.serveReady(w, r)
		return
	}
	s.serveHTTP(w, r)
}

// answer writes a probe's result. It names failing checks, but keeps their
// errors to the log: the probes may be reachable from outside.
func answer(w http.ResponseWriter, status string, ok bool, failed ...string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !ok {
		w.Header().Set("Connection", "close")
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	body := struct {
		Status string   `json:"status"`
		Failed []string `json:"failed,omitempty"`
	}{status, failed}
	_ = json.NewEncoder(w).Encode(body) // the prober went away: nothing to tell it
}

// openProbes serves the probes on their own address until ctx ends.
func (s *Server) openProbes(ctx context.Context) error {
	ln, err := net.Listen("tcp", listenAddr(s.probeAddr))
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	for path, probe := range s.probeHandlers() {
		mux.Handle(path, probe)
	}
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go srv.Serve(ln)
	context.AfterFunc(ctx, func() { srv.Close() })
	return nil
}
