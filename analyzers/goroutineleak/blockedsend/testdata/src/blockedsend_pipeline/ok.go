package pipeline

import "context"

// The goroutine asks for the end of the context.
func number(ctx context.Context, in <-chan page) <-chan page {
	out := make(chan page)
	go func() {
		defer close(out)
		for v := range in {
			if ctx.Err() != nil {
				continue
			}
			select {
			case out <- v:
			case <-ctx.Done():
			}
		}
	}()
	return out
}
