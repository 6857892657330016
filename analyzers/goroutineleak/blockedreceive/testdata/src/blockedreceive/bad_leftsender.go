package blockedreceive

import (
	"context"
	"time"
)

// The goroutine that fills the bucket leaves with its context, and the callers wait on.
type bucket struct {
	drops chan time.Time
}

func newBucket(ctx context.Context, every time.Duration) *bucket {
	b := &bucket{drops: make(chan time.Time, 8)}
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case now := <-tick.C:
				select {
				case b.drops <- now:
				default:
				}
			}
		}
	}()
	return b
}

func (b *bucket) Take(ctx context.Context, work func(context.Context) error) error {
	<-b.drops // want `receive from b.drops blocks forever after the function literal, its sender, leaves the loop at line \d+: it does not wait for ctx.Done\(\)`
	return work(ctx)
}

// The context of the one run has been canceled in front of the receive: the fix takes that of the caller.
func (b *bucket) Run(ctx context.Context, work func(context.Context) error, failed <-chan error) error {
	runCtx, cancel := context.WithCancel(ctx)
	go work(runCtx)
	select {
	case <-ctx.Done():
		cancel()
		return ctx.Err()
	case err := <-failed:
		cancel()
		<-b.drops // want `receive from b.drops blocks forever after the function literal, its sender, leaves the loop at line \d+: it does not wait for ctx.Done\(\)`
		return err
	}
}
