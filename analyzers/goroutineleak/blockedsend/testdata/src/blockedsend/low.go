package blockedsend

import (
	"context"
	"net"
	"net/http"
)

// There is one such goroutine in the life of the program.
func serveUntil(ctx context.Context, srv *http.Server, l net.Listener) error {
	failed := make(chan error)
	if srv.TLSConfig != nil {
		go func() { failed <- srv.ServeTLS(l, "", "") }()
	} else {
		go func() { failed <- srv.Serve(l) }() // want `send on failed blocks forever when serveUntil returns at line \d+ without receiving .*low confidence`
	}
	select {
	case <-ctx.Done():
		return srv.Shutdown(context.Background())
	case err := <-failed:
		return err
	}
}
