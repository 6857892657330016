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
