package cancelledctxcleanup

import "context"

// The release has a context of its own.
func (s *store) released(ctx context.Context, key string) error {
	if err := s.leases.Acquire(ctx, key); err != nil {
		return err
	}
	defer s.leases.Release(context.WithoutCancel(ctx), key)
	return s.work(ctx)
}

// Nothing between the two takes the context.
func (s *store) touch(ctx context.Context, key string, count func()) error {
	if err := s.leases.Acquire(ctx, key); err != nil {
		return err
	}
	count()
	return s.leases.Release(ctx, key)
}
