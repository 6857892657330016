package contextoutsidegroup

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// The name of the context would have to be declared.
func (s *service) assigned(ctx context.Context) error {
	var g *errgroup.Group
	g, _ = errgroup.WithContext(ctx) // want `the context that the failure cancels is dropped`
	g.Go(func() error { return s.work(ctx) })
	g.Go(func() error { return s.work(ctx) })
	return g.Wait()
}
