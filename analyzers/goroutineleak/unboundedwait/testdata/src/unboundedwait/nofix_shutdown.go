package unboundedwait

import (
	"context"
	"net/http"
)

func serveUntil(srv *http.Server, quit <-chan struct{}) {
	defer srv.Shutdown(context.Background()) // want `has no limit`
	go srv.ListenAndServe()
	<-quit
}
