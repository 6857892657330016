package servernotimeout

import (
	"context"
	"net/http"
)

// Tests replace it.
var shutDown = func(srv *http.Server, ctx context.Context) error { return srv.Shutdown(ctx) }

// The function in the variable sets no limit.
func serveUntil(ctx context.Context, h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h} // want `slow clients can exhaust connections and goroutines: http.Server srv has neither ReadHeaderTimeout nor ReadTimeout`
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return stopServer(srv)
	}
}

func stopServer(srv *http.Server) error { return shutDown(srv, context.Background()) }
