package detachedwithouttimeout

import (
	"context"
	"time"
)

// One limit for all rounds would end in the middle of them.
func poll(ctx context.Context, t tx, finished <-chan struct{}) {
	rounds := context.WithoutCancel(ctx) // want `t\.Commit can block forever, and shutdown cannot cancel it: context\.WithoutCancel\(ctx\) has no deadline and no cancel function`
	for {
		select {
		case <-finished:
			return
		case <-time.After(time.Second):
		}
		_ = t.Commit(rounds)
	}
}
