package nodrain

import (
	"context"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

func serve(srv *http.Server) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	<-ctx.Done()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return srv.Shutdown(ctx) // want `srv.Shutdown follows the signal \(line 14\) at once`
}
