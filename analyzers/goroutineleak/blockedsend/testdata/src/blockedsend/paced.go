package blockedsend

import "context"

func probe(context.Context) error { return nil }

// Jobs are started for who asks, as many as he likes.
func working(ctx context.Context, jobs <-chan int) {
	done := make(chan struct{})
	for {
		select {
		case <-ctx.Done():
			return
		case <-jobs:
			go func() {
				probe(ctx)
				done <- struct{}{} // want `send on done blocks forever when working returns at line \d+ without receiving`
			}()
		case <-done:
		}
	}
}
