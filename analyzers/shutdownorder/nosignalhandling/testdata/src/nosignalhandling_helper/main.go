package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"
)

type running struct {
	srv  *http.Server
	errs chan error
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := run(ctx); err != nil {
		log.Print(err)
		os.Exit(1)
	}
}

// A helper starts the server, and the one that calls it waits.
func run(ctx context.Context) error {
	r := launch()
	for {
		select {
		case err := <-r.errs:
			return err
		case <-ctx.Done():
			return r.srv.Shutdown(context.WithoutCancel(ctx))
		}
	}
}

func launch() *running {
	r := &running{srv: &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}, errs: make(chan error, 1)}
	go func() { r.errs <- r.srv.ListenAndServe() }() // want `SIGTERM drops requests in flight and skips deferred calls`
	return r
}
