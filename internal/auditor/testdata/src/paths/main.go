// Paths answers by functions that compare the path themselves; the middleware,
// which does too, answers nothing.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

type handler func(w http.ResponseWriter, r *http.Request) bool

type server struct {
	srv      *http.Server
	stopping atomic.Bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	s := new(server)
	go s.serve(own)
	<-ctx.Done()
	s.stopping.Store(true)
	_ = s.srv.Shutdown(context.Background())
}

func own(w http.ResponseWriter, _ *http.Request) bool {
	_, err := w.Write([]byte("hello"))
	return err == nil
}

func (s *server) serve(rh handler) {
	s.srv = &http.Server{}
	answer := rh
	if os.Getenv("PROBES") != "" {
		answer = func(w http.ResponseWriter, r *http.Request) bool { return s.probes(w, r, rh) }
	}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answer(w, r) {
			http.NotFound(w, r)
		}
	})
	h = quiet(h)
	s.srv.Handler = h
	_ = s.srv.ListenAndServe()
}

func (s *server) probes(w http.ResponseWriter, r *http.Request, rh handler) bool {
	if r.URL.Path == "/healthz" {
		w.WriteHeader(http.StatusNoContent)
		return true
	}
	path := r.URL.Path
	switch path {
	case "/readyz", "/up":
		if s.stopping.Load() {
			http.Error(w, "stopping", http.StatusServiceUnavailable)
			return true
		}
		fmt.Fprintln(w, "ready")
		return true
	default:
		return rh(w, r)
	}
}

var logged atomic.Int64

func quiet(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/startupz" {
			next.ServeHTTP(w, r)
			return
		}
		logged.Add(1)
		next.ServeHTTP(w, r)
	}
}
