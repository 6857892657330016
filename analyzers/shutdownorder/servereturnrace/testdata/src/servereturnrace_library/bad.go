// Package server is what a program's main calls.
package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Run waits for the signal itself: its callers have nothing left to do.
func Run(h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 5 * time.Second}
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-quit
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = srv.Shutdown(ctx)
	}()
	if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) { // want `requests in flight are dropped: srv\.ListenAndServe returns when srv\.Shutdown \(line \d+\) begins, and Run returns with it`
		return err
	}
	return nil
}

// Serve returns when the context ends, and closes the store under the requests.
func Serve(ctx context.Context, h http.Handler, store io.Closer) error {
	defer store.Close()
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = srv.Shutdown(grace)
	}()
	if err := srv.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) { // want `requests in flight are dropped`
		return err
	}
	return nil
}
