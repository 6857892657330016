package fallback

import (
	"context"
	"net/http"
	"time"
)

// The close ends what has not finished in time.
func serve(ctx context.Context, srv *http.Server) error {
	go srv.ListenAndServe()
	<-ctx.Done()
	end, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = srv.Shutdown(end)
	return srv.Close()
}
