// Wraps serves a mux behind a middleware of its own and one of the library; all its
// paths are known, with the methods of patterns and a mux below another one.
package main

import (
	"context"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

type app struct{ mux *http.ServeMux }

func newApp() *app {
	a := &app{mux: http.NewServeMux()}
	a.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	api := http.NewServeMux()
	api.Handle("/orders", http.HandlerFunc(orders))
	a.mux.Handle("/api/", http.StripPrefix("/api", api))
	return a
}

func orders(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

func counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		println(r.URL.Path)
		next.ServeHTTP(w, r)
	})
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	a := newApp()
	srv := &http.Server{Addr: ":80", Handler: counted(http.TimeoutHandler(a.mux, time.Second, "slow"))}
	go func() { _ = srv.ListenAndServe() }()
	<-ctx.Done()
	_ = srv.Shutdown(context.Background())
}
