package contextoutsidegroup

import (
	"context"
	"net/http"

	"golang.org/x/sync/errgroup"
)

// Nothing gets the context that the first error cancels.
func (s *service) dropped(ctx context.Context) error {
	g, _ := errgroup.WithContext(ctx) // want `g\.Wait blocks after a goroutine of the group has failed, until all others have returned: the context that the failure cancels is dropped, and they use ctx`
	g.Go(func() error { return s.work(ctx) })
	g.Go(func() error { return s.work(ctx) })
	return g.Wait()
}

func (s *service) eachDropped(ctx context.Context, names []string) error {
	g, _ := errgroup.WithContext(ctx) // want `the context that the failure cancels is dropped`
	for range names {
		g.Go(func() error { return s.work(ctx) })
	}
	return g.Wait()
}

func (s *service) ofRequest(w http.ResponseWriter, r *http.Request) {
	g, _ := errgroup.WithContext(r.Context()) // want `is dropped, and they use r\.Context\(\)`
	g.Go(func() error { return s.work(r.Context()) })
	g.Go(func() error { return s.work(r.Context()) })
	if err := g.Wait(); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// The request's context is that from outside.
func (s *service) requestInside(w http.ResponseWriter, r *http.Request) {
	g, gctx := errgroup.WithContext(r.Context())
	g.Go(func() error { return s.work(gctx) })
	g.Go(func() error { return s.work(r.Context()) }) // want `it is to end with r\.Context\(\), not with gctx`
	if err := g.Wait(); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}
