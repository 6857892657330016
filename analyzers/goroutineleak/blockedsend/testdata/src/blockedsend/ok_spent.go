package blockedsend

import "context"

// The channel is made nil behind the send: whatever the loop does, it tells of its
// first round only.
func refreshing(ctx context.Context, rounds <-chan int) {
	first := make(chan struct{})
	go func() {
		for range rounds {
			probe(ctx)
			if first != nil {
				first <- struct{}{}
				first = nil
			}
		}
	}()
	<-first
}

func refresh(ctx context.Context, rounds <-chan int) {
	ready := make(chan struct{})
	go refresher(ctx, rounds, ready)
	<-ready
}

func refresher(ctx context.Context, rounds <-chan int, ready chan struct{}) {
	for range rounds {
		probe(ctx)
		if ready != nil {
			ready <- struct{}{}
			ready = nil
		}
	}
}

// A flag remembers that something has been sent.
func firstOf(results <-chan error, n int) error {
	first := make(chan error)
	go func() {
		var sent bool
		var last error
		for range n {
			last = <-results
			if last == nil && !sent {
				sent = true
				first <- nil
			}
		}
		if !sent {
			first <- last
		}
	}()
	return <-first
}
