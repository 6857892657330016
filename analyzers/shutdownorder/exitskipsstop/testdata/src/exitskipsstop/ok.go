package exitskipsstop

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
)

// The errors are collected.
func collects(ctx context.Context, srv *http.Server, spans tracer, done <-chan struct{}) error {
	<-done
	return errors.Join(srv.Shutdown(ctx), spans.Shutdown(ctx))
}

// Nothing else is stopped after it.
func last(ctx context.Context, srv *http.Server, spans tracer, done <-chan struct{}) {
	<-done
	_ = spans.Shutdown(ctx)
	if err := srv.Shutdown(ctx); err != nil {
		log.Fatal(err)
	}
}

// A command closes what it has written.
func export(to, index io.Closer) {
	if err := to.Close(); err != nil {
		log.Fatal(err)
	}
	if err := index.Close(); err != nil {
		log.Fatal(err)
	}
}

// What fails stops nothing.
func starts(ctx context.Context, srv *http.Server, start func() error, done <-chan struct{}) {
	<-done
	if err := start(); err != nil {
		log.Fatal(err)
	}
	_ = srv.Shutdown(ctx)
}

// It serves, and returns when it fails.
func serves(srv *http.Server) {
	log.Fatal(srv.ListenAndServe())
}
