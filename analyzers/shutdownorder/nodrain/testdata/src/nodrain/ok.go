package nodrain

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"example.com/store"
	"github.com/lifecyclelint/lifecyclelint/lifecycle"
	"google.golang.org/grpc"
)

// Nope. It sleeps.
func sleeps(srv *http.Server) {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGTERM)
	<-quit
	time.Sleep(3 * time.Second)
	_ = srv.Shutdown(context.Background())
}

type draining struct {
	ready atomic.Bool
	delay time.Duration
}

// Nope. It waits in a function it calls.
func (d *draining) serve(srv *http.Server) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	<-ctx.Done()
	d.drain()
	_ = srv.Shutdown(context.Background())
}

func (d *draining) drain() {
	d.ready.Store(false)
	<-time.After(d.delay)
}

// Nope. lifecycle drains.
func drains(srv *http.Server) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	<-ctx.Done()
	return lifecycle.DrainAndShutdown(context.WithoutCancel(ctx), srv)
}

// Nope. What another package does meanwhile is not known.
func unknown(srv *http.Server) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	<-ctx.Done()
	_ = store.Flush(context.Background())
	_ = srv.Shutdown(context.Background())
}

// Nope. The context is not known to end with a signal.
func given(ctx context.Context, srv *http.Server) {
	<-ctx.Done()
	_ = srv.Shutdown(context.Background())
}

// Nope. No signal leads here.
func onError(srv *http.Server, failed chan error) {
	<-failed
	_ = srv.Shutdown(context.Background())
}

// Nope. A second wait follows the first.
func second(srv *http.Server, idle chan struct{}) {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGTERM)
	<-quit
	<-idle
	_ = srv.Shutdown(context.Background())
}

// Nope. gRPC tells its clients to go elsewhere, and takes its time.
func tells(g *grpc.Server, srv *http.Server) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	<-ctx.Done()
	g.GracefulStop()
	_ = srv.Shutdown(context.Background())
}

// Nope. Who hands the signal on takes time before, or something else does it.
func relaysLate(srv *http.Server, failed chan error) error {
	end, over := make(chan struct{}), make(chan struct{})
	go func() {
		sigs := make(chan os.Signal, 1)
		signal.Notify(sigs, syscall.SIGTERM)
		<-sigs
		time.Sleep(3 * time.Second)
		close(end)
	}()
	go func() {
		<-failed
		close(over)
	}()
	select {
	case <-end:
	case <-over:
	}
	return srv.Shutdown(context.Background())
}

// Somebody else has waited.
func afterPreStop(srv *http.Server) error {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGTERM)
	<-quit
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	// The preStop hook has slept until no balancer sends requests here.
	return srv.Shutdown(ctx)
}
