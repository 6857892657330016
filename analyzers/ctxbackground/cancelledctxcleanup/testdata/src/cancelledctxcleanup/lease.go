package cancelledctxcleanup

import (
	"context"
	"log"
)

type leases interface {
	Acquire(ctx context.Context, key string) error
	Release(ctx context.Context, key string) error
}

type store struct{ leases leases }

func (s *store) work(ctx context.Context) error { return ctx.Err() }

// The caller may be gone when the lease is given back.
func (s *store) fetch(ctx context.Context, key string) error {
	if err := s.leases.Acquire(ctx, key); err != nil {
		return err
	}
	defer s.leases.Release(ctx, key) // want `what s\.leases\.Acquire \(line \d+\) acquires may never be released: deferred s\.leases\.Release is passed ctx, which the caller may have canceled before it runs`
	return s.work(ctx)
}

func (s *store) fetchAndLog(ctx context.Context, key string) error {
	if err := s.leases.Acquire(ctx, key); err != nil {
		return err
	}
	defer func() {
		if err := s.leases.Release(ctx, key); err != nil { // want `what s\.leases\.Acquire \(line \d+\) acquires may never be released`
			log.Print(err)
		}
	}()
	return s.work(ctx)
}
