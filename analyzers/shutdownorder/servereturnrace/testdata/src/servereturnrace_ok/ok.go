package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func main() {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	done := make(chan struct{})
	// Nope. Main waits.
	go func() {
		defer close(done)
		<-ctx.Done()
		_ = srv.Shutdown(context.Background())
	}()
	if err := srv.ListenAndServe(); err != http.ErrServerClosed {
		log.Fatal(err)
	}
	<-done
	second(ctx)
	third()
}

// Nope. It waits in a deferred call.
func second(ctx context.Context) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	done := make(chan struct{})
	defer func() { <-done }()
	go func() {
		<-ctx.Done()
		_ = srv.Shutdown(context.Background())
		close(done)
	}()
	_ = srv.ListenAndServe()
}

// Nope. Another server is shut down.
func third() {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	metrics := &http.Server{Addr: ":9090", ReadHeaderTimeout: 5 * time.Second}
	go func() {
		time.Sleep(time.Second)
		_ = metrics.Shutdown(context.Background())
	}()
	log.Fatal(srv.ListenAndServe())
}
