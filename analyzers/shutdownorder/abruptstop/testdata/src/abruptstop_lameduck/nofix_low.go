package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

var (
	ready       atomic.Bool
	ctx, cancel = context.WithCancel(context.Background())
)

// retire stops at the second signal: the first one takes the program off the load balancer.
func retire() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	<-signals
	ready.Store(false)
	<-signals
	cancel()
}

func main() {
	go retire()
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	go func() { log.Print(srv.ListenAndServe()) }()
	defer srv.Close() // want `requests in flight are dropped when the program stops`
	<-ctx.Done()
}
