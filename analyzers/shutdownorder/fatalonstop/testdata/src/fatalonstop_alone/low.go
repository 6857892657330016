package alone

import (
	"context"
	"log"
	"os"
	"os/signal"
	"sync"
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

// A reload is asked for, and canceled when the program stops.
func reloads(ctx context.Context, db rows, wg *sync.WaitGroup) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	go func() {
		hup := make(chan os.Signal, 1)
		signal.Notify(hup, syscall.SIGHUP)
		for {
			<-hup
			row, err := db.Next(ctx)
			if err != nil {
				log.Fatal(err) // want `process exits before wg\.Wait returns: db\.Next \(line \d+\) returns an error when ctx is canceled`
			}
			log.Print(row)
		}
	}()
	<-ctx.Done()
	wg.Wait()
}

type rows interface {
	Next(ctx context.Context) (string, error)
}
