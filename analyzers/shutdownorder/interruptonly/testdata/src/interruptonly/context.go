package interruptonly

import (
	"context"
	"net/http"
	"os/signal"
	"syscall"
)

type command struct {
	name string
	run  func(ctx context.Context) error
}

// serveCommand is how a command line of cobra or urfave/cli is put together.
func serveCommand(h http.Handler) *command {
	return &command{name: "serve", run: func(ctx context.Context) error {
		ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGQUIT) // want `SIGTERM, which Kubernetes, docker stop and systemd send, kills the program without a shutdown: signal\.NotifyContext is passed SIGINT only`
		defer stop()
		srv := &http.Server{Addr: ":8080", Handler: h}
		context.AfterFunc(ctx, func() { srv.Shutdown(context.Background()) })
		return srv.ListenAndServe()
	}}
}
