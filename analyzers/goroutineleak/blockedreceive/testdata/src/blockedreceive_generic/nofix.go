// Package blockedreceive ranges over what a generic stage does not close.
package blockedreceive

import (
	"context"
	"fmt"
)

func stage[I, O any](ctx context.Context, in <-chan I, f func(I) (O, error)) (<-chan O, <-chan error) {
	out := make(chan O)
	errs := make(chan error, 1)
	go func() {
		for v := range in {
			o, err := f(v)
			if err != nil {
				errs <- err
				return
			}
			select {
			case out <- o:
			case <-ctx.Done():
				return
			}
		}
		close(out)
	}()
	return out, errs
}

func Print(ctx context.Context, in <-chan int) error {
	out, errs := stage(ctx, in, func(i int) (string, error) { return fmt.Sprint(i), nil })
	for s := range out { // want `range over out blocks forever`
		fmt.Println(s)
	}
	return <-errs
}
