package pipeline

import (
	"context"
	"sync"
)

type page struct{ text string }

// What follows in a pipeline leaves with the context.
func translate(ctx context.Context, in <-chan page, f func(page) page) <-chan page {
	out := make(chan page)
	go func() {
		defer close(out)
		for v := range in {
			select {
			case out <- f(v):
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func Merge(ctx context.Context, all ...<-chan page) <-chan page {
	out := make(chan page)
	var wg sync.WaitGroup
	for _, c := range all {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for v := range c {
				out <- v // want `send on out blocks forever when its receiver has left, as at line 19: the goroutine does not look at the context of Merge while it sends`
			}
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}
