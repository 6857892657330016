package server

import (
	"context"
	"net/http"
	"time"
)

// What ends the context may wait for more than this server.
func Listen(ctx context.Context, h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = srv.Shutdown(context.WithoutCancel(ctx))
	}()
	return srv.ListenAndServe() // want `srv.ListenAndServe returns as soon as srv.Shutdown \(line 14\) begins, and Listen with it`
}
