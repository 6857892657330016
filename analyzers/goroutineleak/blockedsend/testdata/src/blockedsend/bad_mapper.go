package blockedsend

import (
	"context"
	"sync"
)

// The goroutines pass the context on, and do not look at it while they send.
func MapAll[T, U any](ctx context.Context, n int, in <-chan T, fn func(context.Context, T) U) <-chan U {
	out := make(chan U)
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for v := range in {
				out <- fn(ctx, v) // want `send on out blocks forever when its receiver has left, as at line 32: the goroutine does not look at the context of MapAll while it sends`
			}
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

// firstWanted leaves at the first value that is wanted.
func firstWanted[T any](in <-chan T, wanted func(T) bool) (v T, ok bool) {
	for v := range in {
		if wanted(v) {
			return v, true
		}
	}
	return v, false
}
