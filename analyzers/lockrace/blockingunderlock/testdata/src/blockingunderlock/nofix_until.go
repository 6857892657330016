package blockingunderlock

import "context"

// The context of the caller is all that ends it.
func (f *feed) AddUntil(ctx context.Context, n int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	select { // want `the select deadlocks until the context is canceled: it blocks with f\.mu held since line \d+`
	case f.in <- n:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
