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
	return srv.Shutdown(ctx) // want `requests that load balancers still send are refused`
}
