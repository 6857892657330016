package cancelledctxcleanup

import (
	"context"
	"net/http"
	"time"
)

// The context says how long the stop may take.
func stopWithin(ctx context.Context, srv *http.Server) error {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
	return srv.Shutdown(ctx)
}
