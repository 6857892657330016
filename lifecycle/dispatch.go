package lifecycle

import (
	"context"
	"iter"
	"sync"
)

// Dispatch calls fn for the values of in, on up to workers goroutines concurrently (fewer
// than one count as one), and yields each result with its error as it becomes ready, in no
// particular order. A panic in fn is yielded as a *PanicError and does not disturb the
// others.
//
// The sequence ends when in is closed and all its values are done, or when ctx ends: then
// nothing more is taken from in, and what was taken is finished and yielded. If the loop is
// left early, the context of fn ends. In any case no goroutine is left when the loop is
// over; it waits for running calls, so fn should obey its context.
func Dispatch[P, R any](ctx context.Context, workers int, in <-chan P, fn func(context.Context, P) (R, error)) iter.Seq2[R, error] {
	type result struct {
		value R
		err   error
	}
	return func(yield func(R, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		results := make(chan result)
		var running sync.WaitGroup
		for range max(workers, 1) {
			running.Add(1)
			go func() {
				defer running.Done()
				for p := range Recv(ctx, in) {
					var r result
					if err := protect(func() (err error) { r.value, err = fn(ctx, p); return }); err != nil {
						r.err = err
					}
					results <- r
				}
			}()
		}
		go func() { running.Wait(); close(results) }()

		defer func() { // the loop was left, or its body panicked
			cancel()
			for range results {
			}
		}()
		for r := range results {
			if !yield(r.value, r.err) {
				return
			}
		}
	}
}
