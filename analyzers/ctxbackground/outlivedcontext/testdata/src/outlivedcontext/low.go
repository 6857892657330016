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
		_ = a.notify.Notify(r.Context(), "follower") // want `a\.notify\.Notify, in the goroutine started at line \d+, is interrupted`
	}()
	conn.readPump()
}

// It waits in a function that is given the context.
func (a *accounts) tail(w http.ResponseWriter, r *http.Request) {
	go func() {
		_ = a.notify.Notify(r.Context(), "tail") // want `a\.notify\.Notify, in the goroutine started at line \d+, is interrupted`
	}()
	a.until(r.Context())
}

func (a *accounts) until(ctx context.Context) { <-ctx.Done() }

type socket struct{ in chan string }

func (s *socket) readPump() {
	for range s.in {
	}
}

func (a *accounts) walk(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go a.notify.Notify(ctx, "walker") // want `a\.notify\.Notify, in the goroutine started at line \d+, is interrupted`
	a.each()
}

func (a *accounts) each() {}

// Cutting the requests off may be wanted: long polls would hold the shutdown up.
func serve() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	srv := &http.Server{
		Addr:        ":8080",
		BaseContext: func(net.Listener) context.Context { return ctx }, // want `the signal cancels all requests in flight, which Shutdown should wait for: their context is derived from ctx`
	}
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Shutdown(context.WithoutCancel(ctx))
}

func serveOther(srv *http.Server) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	srv.BaseContext = func(net.Listener) context.Context { return ctx } // want `the signal cancels all requests in flight, which Shutdown should wait for: their context is derived from ctx`
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Shutdown(context.WithoutCancel(ctx))
}

type machine struct{ ctx context.Context }

func (m *machine) poke() bool { return m.ctx.Err() == nil }

// It may serve as long as the machine is needed.
func (m *machine) serve(parent context.Context, wait func(context.Context) error) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	m.ctx = ctx // want `every later call with m.ctx fails: it keeps ctx, which is canceled when serve returns`
	return wait(ctx)
}
