package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func main() { os.Exit(run()) }

func sweep(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// The deferred receive waits for a goroutine that ends with the signal, and not for Shutdown.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	swept := make(chan struct{})
	go func() {
		defer close(swept)
		sweep(ctx)
	}()
	defer func() { <-swept }()

	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = srv.Shutdown(context.Background())
	}()
	if err := srv.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) { // want `requests in flight are dropped`
		stop()
		return 1
	}
	return 0
}
