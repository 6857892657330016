package main

import (
	"context"
	"expvar"
	"net/http"
	"net/http/pprof"
	"os"
	"os/signal"
	"syscall"
)

// What collects numbers and profiles comes again.
func main() {
	mux := http.NewServeMux()
	mux.Handle("/vars", expvar.Handler())
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	srv := &http.Server{Addr: ":6060", Handler: mux}
	go srv.ListenAndServe()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	srv.Shutdown(context.Background()) // want `srv.Shutdown follows the signal`
}
