package server

import (
	"context"
	"net/http"
	"time"
)

// A Gateway's caller may wait for what the goroutine closes: two doubts, unproven.
type Gateway struct {
	handler http.Handler
	Drained chan struct{}
}

func (g *Gateway) Listen(ctx context.Context) error {
	srv := &http.Server{Addr: ":8080", Handler: g.handler, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		defer close(g.Drained)
		<-ctx.Done()
		_ = srv.Shutdown(context.WithoutCancel(ctx))
	}()
	return srv.ListenAndServe()
}

// Who ends the context may know when the drain is over.
func Called(ctx context.Context, h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 5 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = srv.Shutdown(context.WithoutCancel(ctx)) })
	defer stop()
	return srv.ListenAndServe()
}
