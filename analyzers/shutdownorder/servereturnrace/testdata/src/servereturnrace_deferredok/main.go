package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"time"
)

func main() { os.Exit(run()) }

// Nope. What the deferred receive waits for waits for the handlers.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var requests sync.WaitGroup
	handled := make(chan struct{})
	go func() {
		defer close(handled)
		<-ctx.Done()
		requests.Wait()
	}()
	defer func() { <-handled }()

	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = srv.Shutdown(context.Background())
	}()
	if err := srv.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) {
		stop()
		return 1
	}
	return 0
}
