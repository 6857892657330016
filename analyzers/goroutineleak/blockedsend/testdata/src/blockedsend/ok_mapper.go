package blockedsend

import "context"

// The send ends with the context.
func MapUntil[T, U any](ctx context.Context, in <-chan T, fn func(context.Context, T) U) <-chan U {
	out := make(chan U)
	go func() {
		defer close(out)
		for v := range in {
			select {
			case out <- fn(ctx, v):
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// The goroutine sends one value, for which the channel has a buffer.
func MapOne[T, U any](ctx context.Context, v T, fn func(context.Context, T) U) <-chan U {
	out := make(chan U, 1)
	go func() {
		out <- fn(ctx, v)
		close(out)
	}()
	return out
}
