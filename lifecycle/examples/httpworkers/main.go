// Command httpworkers is an HTTP service with background workers: orders are
// accepted over HTTP, confirmed by workers, and reported once in a while.
//
//	go run ./examples/httpworkers
//	curl -d book localhost:8080/orders
//
// Stop it with SIGTERM (it drains) or Ctrl-C (it does not): requests finish,
// every accepted order is confirmed, then the store is closed.
package main

import (
	"context"
	"log/slog"
	"os"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

func main() {
	if err := newService(slog.Default()).Run(); err != nil {
		slog.Error("stopped with errors", "error", err)
		os.Exit(1)
	}
}

// newService wires the parts in the order in which they depend on each other;
// the phases undo that at shutdown.
func newService(log *slog.Logger) *lifecycle.Server {
	db := &store{confirmed: map[string]int{}}
	o := &orders{db: db, queue: make(chan string, 64)}
	srv := lifecycle.New(lifecycle.RequestID(o.routes()), "", log)

	srv.OnShutdownErr(lifecycle.Closer(db), lifecycle.Named("store"), lifecycle.InPhase(lifecycle.PhaseDatabases))
	srv.OnStart(func(ctx context.Context) error {
		return lifecycle.RetryWithBackoff(ctx, 5, time.Second, db.connect)
	})
	srv.Check("store", db.ping)

	for range 4 {
		srv.Go(o.confirm)
	}
	srv.Every(time.Minute, func(context.Context) { log.Info("orders", "confirmed", db.count()) })
	srv.MarkReady()
	return srv
}
