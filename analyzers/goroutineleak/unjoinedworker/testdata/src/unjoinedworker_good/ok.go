package main

import (
	"context"
	"os"
	"os/signal"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

func main() { _ = Serve(os.Stdout) }

// The group is waited for before the file is closed.
func Serve(store *os.File) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer store.Close()
	workers := lifecycle.NewGroup(ctx)
	defer lifecycle.Within(10*time.Second, func() { _ = workers.Stop(context.Background()) })
	workers.Go(func(ctx context.Context) { poll(ctx, store) })
	<-ctx.Done()
	return nil
}

func poll(ctx context.Context, store *os.File) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
			_, _ = store.Stat()
		}
	}
}
