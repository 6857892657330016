package cancelledctxcleanup

import (
	"context"
	"time"
)

// The helper makes a context of its own.
func (s *seat) holdApart(ctx context.Context, key string, work func(context.Context) error) error {
	if _, err := s.store.SetNX(ctx, key, time.Minute); err != nil {
		return err
	}
	defer s.unlockApart(ctx, key)
	return work(ctx)
}

func (s *seat) unlockApart(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = s.store.Del(ctx, key)
}

// What is released is something else than what is acquired.
func holdOther(ctx context.Context, store, other kv, key, name string, work func(context.Context) error) error {
	if err := acquire(ctx, store, key); err != nil {
		return err
	}
	defer release(ctx, other, name)
	return work(ctx)
}
