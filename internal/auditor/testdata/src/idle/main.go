// Idle stops its server in a goroutine, and waits for that.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

var ready atomic.Bool

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", readiness)
	srv := &http.Server{Handler: mux}
	done := make(chan struct{})
	go func() {
		sig := make(chan os.Signal, 1)
		signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
		<-sig
		ready.Store(false)
		time.Sleep(3 * time.Second)
		ctx, cancel := context.WithTimeout(context.Background(), 7*time.Second)
		defer cancel()
		_ = srv.Shutdown(ctx)
		close(done)
	}()
	ready.Store(true)
	_ = srv.ListenAndServe()
	<-done
}

func readiness(w http.ResponseWriter, _ *http.Request) {
	if !ready.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}
