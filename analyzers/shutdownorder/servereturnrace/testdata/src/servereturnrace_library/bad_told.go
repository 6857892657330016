package server

import (
	"context"
	"net/http"
	"time"
)

// The goroutine tells nobody when it is through.
func Listen(ctx context.Context, h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = srv.Shutdown(context.WithoutCancel(ctx))
	}()
	return srv.ListenAndServe() // want `requests in flight are dropped: srv\.ListenAndServe returns when srv\.Shutdown \(line 14\) begins, and Listen returns with it`
}
