package unboundedwait

import (
	"context"
	"net/http"
)

// The context is canceled when the server has been shut down.
func canceledAfter(srv *http.Server, quit <-chan struct{}, work func(context.Context)) {
	ctx, done := context.WithCancel(context.Background())
	go func() {
		<-quit
		_ = srv.Shutdown(ctx) // want `srv\.Shutdown\(ctx\) has no limit`
		done()
	}()
	work(ctx)
}
