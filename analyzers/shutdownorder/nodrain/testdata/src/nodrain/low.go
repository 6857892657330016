package nodrain

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// A comment speaks of it, but not beside the shutdown.
func speaksOfIt(srv *http.Server) error {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGTERM)
	<-quit

	// The hook of the platform has slept until the endpoint removal could propagate.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return srv.Shutdown(ctx) // want `srv.Shutdown follows the signal`
}
