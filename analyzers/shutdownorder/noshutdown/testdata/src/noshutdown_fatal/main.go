// Package main ends on the first error of its server, of which an orderly end is none.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	srv := http.Server{Addr: ":8080", Handler: http.HandlerFunc(orders), ReadHeaderTimeout: 5 * time.Second}
	go func() {
		log.Fatal(srv.ListenAndServe()) // want `requests in flight are dropped: main handles the signal, and nothing shuts down the server that srv\.ListenAndServe runs`
	}()
	<-ctx.Done()
}

func orders(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "none") }
