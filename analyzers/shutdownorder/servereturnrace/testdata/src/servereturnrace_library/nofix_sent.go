package server

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Start is served, shut down and waited for by functions of their own.
func Start(h http.Handler) error {
	srv, failed := start(h)
	stopOnSignal(srv, 5*time.Second, failed)
	err := <-failed
	if err == http.ErrServerClosed {
		return nil
	}
	return err
}

func start(h http.Handler) (*http.Server, chan error) {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: time.Second}
	failed := make(chan error, 2)
	go func() {
		err := srv.ListenAndServe() // want `requests in flight are dropped: srv.ListenAndServe returns when server.Shutdown \(line 40\) begins, and Start returns with it`
		failed <- err
	}()
	return srv, failed
}

func stopOnSignal(server *http.Server, limit time.Duration, failed chan<- error) {
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-sig
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			failed <- err
		}
	}()
}
