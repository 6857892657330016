package contextoutsidegroup

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

type service struct{ srv *http.Server }

func (s *service) work(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Hour):
		return nil
	}
}

func (s *service) run(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.work(gctx) })
	g.Go(s.srv.ListenAndServe)
	g.Go(func() error {
		<-ctx.Done() // want `g\.Wait blocks after another goroutine of the group has failed, until this one has returned: it is to end with ctx, not with gctx \(line 23\)`
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return s.srv.Shutdown(end)
	})
	return g.Wait()
}

func (s *service) both(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.work(gctx) })
	g.Go(func() error { return s.work(ctx) }) // want `it is to end with ctx, not with gctx`
	return g.Wait()
}
