package outlivedcontext

import (
	"context"
	"net"
	"net/http"
	"os/signal"
	"syscall"
)

// The handler goes on with what may take as long as the goroutine.
func (a *accounts) follow(w http.ResponseWriter, r *http.Request, conn *socket) {
	go func() {
		_ = a.notify.Notify(r.Context(), "follower") // want `gets r.Context\(\)`
	}()
	conn.readPump()
}

type socket struct{ in chan string }

func (s *socket) readPump() {
	for range s.in {
	}
}

func (a *accounts) walk(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go a.notify.Notify(ctx, "walker") // want `gets ctx`
	a.each()
}

func (a *accounts) each() {}

// Cutting the requests off may be wanted: long polls would hold the shutdown up.
func serve() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	srv := &http.Server{
		Addr:        ":8080",
		BaseContext: func(net.Listener) context.Context { return ctx }, // want `requests get ctx, which the signal ends: those in flight are cut off, and Shutdown has nothing left to wait for`
	}
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Shutdown(context.WithoutCancel(ctx))
}

func serveOther(srv *http.Server) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	srv.BaseContext = func(net.Listener) context.Context { return ctx } // want `requests get ctx, which the signal ends`
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Shutdown(context.WithoutCancel(ctx))
}
