package contextoutsidegroup

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
)

func (s *service) inner(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.work(gctx) })
	g.Go(func() error {
		<-gctx.Done()
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return s.srv.Shutdown(end)
	})
	return g.Wait()
}

// The group has the name of the context.
func (s *service) shadowed(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.work(ctx) })
	return g.Wait()
}

// Only values are read.
func (s *service) values(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.work(gctx) })
	g.Go(func() error {
		_ = ctx.Value("id")
		return nil
	})
	return g.Wait()
}

// What is detached does not end with the one or the other.
func (s *service) detached(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.work(gctx) })
	g.Go(func() error {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return s.work(end)
	})
	return g.Wait()
}
