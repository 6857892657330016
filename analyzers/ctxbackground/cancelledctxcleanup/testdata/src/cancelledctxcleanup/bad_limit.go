package cancelledctxcleanup

import (
	"context"
	"sync"
	"time"
)

// The wait for the workers has no time: its limit has ended with the signal.
func drainWorkers(ctx context.Context, workers *sync.WaitGroup) bool {
	<-ctx.Done()
	drain, cancel := context.WithTimeout(ctx, time.Minute) // want `the wait for drain.Done\(\) \(line 22\) ends immediately, and not after the limit: ctx is already canceled`
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
