package contextoutsidegroup

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// No other goroutine has to end when this one fails.
func (s *service) single(ctx context.Context) error {
	g, _ := errgroup.WithContext(ctx)
	g.Go(func() error { return s.work(ctx) })
	return g.Wait()
}

// The group works without a context: there is nothing that its end could interrupt.
func (s *service) without(ctx context.Context, fns []func() error) error {
	g, _ := errgroup.WithContext(ctx)
	for _, fn := range fns {
		g.Go(func() error { return fn() })
	}
	return g.Wait()
}

// Each goroutine makes a context of its own.
func (s *service) own(ctx context.Context) error {
	g, _ := errgroup.WithContext(ctx)
	for range 3 {
		g.Go(func() error {
			ctx := context.WithoutCancel(ctx)
			return s.work(ctx)
		})
	}
	return g.Wait()
}
