package exitskipsstop

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"go.uber.org/zap"
)

type tracer interface {
	Shutdown(ctx context.Context) error
}

func serve(srv *http.Server, spans tracer) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go srv.ListenAndServe()
	<-ctx.Done()

	if err := spans.Shutdown(context.Background()); err != nil {
		log.Fatalf("spans: %v", err) // want `srv.Shutdown \(line 27\) is never called when spans.Shutdown fails: log.Fatalf exits in the middle of the shutdown`
	}
	if err := srv.Shutdown(context.Background()); err != nil {
		log.Printf("server: %v", err)
	}
}

type app struct {
	api, admin *http.Server
	log        *zap.Logger
}

func (a *app) Stop(ctx context.Context) {
	err := a.admin.Shutdown(ctx)
	if err != nil {
		a.log.Fatal("admin", zap.Error(err)) // want `a.api.Shutdown \(line 42\) is never called when a.admin.Shutdown fails`
	}
	a.api.Shutdown(ctx)
}

// Functions that stop something are kept in variables.
func run(quit chan os.Signal, start func() (closeTracer, shutdownServer func() error)) {
	closeTracer, shutdownServer := start()
	<-quit
	err := closeTracer()
	if err != nil {
		log.Fatal(err) // want `shutdownServer \(line 53\) is never called when closeTracer fails`
	}
	_ = shutdownServer()
}

// It exits without an error as well.
func (a *app) Close() {
	log.Fatal(a.api.Shutdown(context.Background())) // want `process exits with a failure whenever it stops: log.Fatal is passed what a.api.Shutdown returns, nil as well`
}
