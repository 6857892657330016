package detachedwithouttimeout

import (
	"context"
	"time"
)

// One limit for all rounds would end in the middle of them.
func poll(ctx context.Context, t tx, finished <-chan struct{}) {
	rounds := context.WithoutCancel(ctx) // want `context.WithoutCancel\(ctx\) has neither a deadline nor a cancel: if t.Commit hangs`
	for {
		select {
		case <-finished:
			return
		case <-time.After(time.Second):
		}
		_ = t.Commit(rounds)
	}
}

// A limit that begins here would be over when the function ends.
func cleanUp(ctx context.Context, t tx, work func(context.Context) error) error {
	later := context.WithoutCancel(ctx) // want `context.WithoutCancel\(ctx\) has neither a deadline nor a cancel: if t.Rollback hangs`
	defer func() {
		_ = t.Rollback(later)
	}()
	return work(ctx)
}
