package lifecycle

import (
	"context"
	"iter"
)

// Recv ranges over the values of ch until ch is closed or ctx ends:
//
//	for range lifecycle.Recv(ctx, ticker.C) { … }
//	for job := range lifecycle.Recv(ctx, jobs) { … }
//
// Once ctx has ended no further value is taken from ch, even if some are
// waiting. A nil channel yields nothing and blocks until ctx ends. The body
// runs in the calling goroutine; break, continue, labels and return mean what
// they mean in any loop.
func Recv[T any](ctx context.Context, ch <-chan T) iter.Seq[T] {
	return func(yield func(T) bool) {
		done := ctx.Done()
		for {
			// select picks at random among ready cases, so an ended ctx is
			// looked for first: no value is taken that would then be lost.
			select {
			case <-done:
				return
			default:
			}
			select {
			case <-done:
				return
			case v, ok := <-ch:
				if !ok || !yield(v) {
					return
				}
			}
		}
	}
}

// Send sends v on ch, or returns ctx.Err() when ctx ends. Once ctx has ended nothing is
// sent, even if the buffer of ch is not full. A nil channel blocks until ctx ends; a closed
// channel panics, as a plain send does.
func Send[T any](ctx context.Context, ch chan<- T, v T) error {
	if err := endOf(ctx); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case ch <- v:
		return nil
	}
}

// endOf returns ctx.Err() once ctx has ended. It asks Done first: there are contexts
// of other packages that never end and have an Err all the same.
func endOf(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	default:
		return nil
	}
}
