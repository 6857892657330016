// Prefixed registers paths below a setting, by helpers.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"path"
	"strings"
	"sync/atomic"
	"syscall"
)

type api struct {
	base     string
	stopping atomic.Bool
}

func (a *api) at(route string) string {
	base := a.base
	if base == "" {
		return route
	}
	if route == "/" {
		return base
	}
	if strings.HasPrefix(route, "/") {
		return base + route
	}
	return base + "/" + route
}

func (a *api) joined(route string) string { return path.Join(a.base, route) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	a := &api{base: os.Getenv("BASE")}
	mux := http.NewServeMux()
	mux.HandleFunc(a.joined("health"), func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	mux.HandleFunc(a.at("/readyz"), a.ready)
	mux.HandleFunc(a.base+"/orders", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	srv := &http.Server{Addr: ":80", Handler: mux}
	go func() { _ = srv.ListenAndServe() }()
	<-ctx.Done()
	a.stopping.Store(true)
	_ = srv.Shutdown(context.Background())
}

func (a *api) ready(w http.ResponseWriter, _ *http.Request) {
	if a.stopping.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}
