package cancelledctxcleanup

import (
	"context"
	"sync"
	"time"
)

// Silent: the limit is derived from what the signal does not end.
func drainDetached(ctx context.Context, workers *sync.WaitGroup) bool {
	<-ctx.Done()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	done := make(chan struct{})
	go func() {
		workers.Wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-drain.Done():
		return false
	}
}

// Silent: ctx lives where the limit is made.
func waitLimited(ctx context.Context, done <-chan struct{}) bool {
	limited, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	select {
	case <-done:
		return true
	case <-limited.Done():
		return false
	}
}
