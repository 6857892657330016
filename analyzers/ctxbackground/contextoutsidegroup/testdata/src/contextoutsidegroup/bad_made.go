package contextoutsidegroup

import (
	"context"

	"golang.org/x/sync/errgroup"
)

type chore func(ctx context.Context) error

// The function that is started is made of the outer context.
func (s *service) chores(ctx context.Context, list []chore) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, c := range list {
		g.Go(with(ctx, c)) // want `g\.Wait blocks after another goroutine of the group has failed, until this one has returned: it is to end with ctx, not with gctx`
	}
	g.Go(with(gctx, s.work))
	return g.Wait()
}

func with(ctx context.Context, c chore) func() error {
	return func() error { return c(ctx) }
}
