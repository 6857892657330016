package alone

import (
	"context"
	"log"
	"os/signal"
	"syscall"
)

// Nothing waits during the shutdown: what is lost is a deferred call, if anything.
func alone(ctx context.Context, db rows) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	go func() {
		for {
			row, err := db.Next(ctx)
			if err != nil {
				log.Fatal(err) // want `process exits before the shutdown returns: db\.Next \(line \d+\) returns an error when ctx is canceled`
			}
			log.Print(row)
		}
	}()
	<-ctx.Done()
}

type rows interface {
	Next(ctx context.Context) (string, error)
}
