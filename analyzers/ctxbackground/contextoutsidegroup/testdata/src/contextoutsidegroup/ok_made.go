package contextoutsidegroup

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// Nope. All of them end with the group.
func (s *service) choresInside(ctx context.Context, list []chore) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, c := range list {
		g.Go(with(gctx, c))
	}
	return g.Wait()
}

// Nope. The goroutine only reads a value of the context.
func (s *service) named(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(printing(ctx))
	g.Go(with(gctx, s.work))
	return g.Wait()
}

type nameKey struct{}

func printing(ctx context.Context) func() error {
	return func() error {
		fmt.Println(ctx.Value(nameKey{}))
		return nil
	}
}
