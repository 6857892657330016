package server

import (
	"context"
	"net/http"
	"time"
)

// What ends the context may wait for more than this server, and the handler may be one that
// others end: two doubts, unproven.
func Listen(ctx context.Context, h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = srv.Shutdown(context.WithoutCancel(ctx))
	}()
	return srv.ListenAndServe()
}
