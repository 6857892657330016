package cancelledctxcleanup

import (
	"context"
	"net/http"
)

// Neither package time nor lifecycle is there, nor needed.
func serve(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	return srv.Shutdown(ctx) // want `srv\.Shutdown fails without doing its work`
}

func serveUntil(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	shutdownCtx, cancel := context.WithTimeout(ctx, 5e9)
	defer cancel()
	return srv.Shutdown(shutdownCtx) // want `srv\.Shutdown fails without doing its work`
}
