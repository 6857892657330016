package abruptstop

import (
	"context"
	"net/http"
)

func deferred(ctx context.Context, srv *http.Server) {
	defer srv.Close() // want `srv\.Close closes their connections`
	go srv.ListenAndServe()
	<-ctx.Done()
}
