package cancelledctxcleanup

import (
	"context"
	"time"
)

type kv interface {
	SetNX(ctx context.Context, key string, ttl time.Duration) (bool, error)
	Del(ctx context.Context, key string) error
}

type seat struct{ store kv }

// The method unlocks what was locked with a part of its receiver.
func (s *seat) hold(ctx context.Context, key string, work func(context.Context) error) error {
	ok, err := s.store.SetNX(ctx, key, time.Minute)
	if err != nil || !ok {
		return err
	}
	defer s.unlock(ctx, key) // want `what s\.store\.SetNX \(line \d+\) acquires may never be released: deferred s\.unlock is passed ctx`
	return work(ctx)
}

func (s *seat) unlock(ctx context.Context, key string) { _ = s.store.Del(ctx, key) }

// A function unlocks, with what both calls are given.
func hold(ctx context.Context, store kv, key string, work func(context.Context) error) error {
	if err := acquire(ctx, store, key); err != nil {
		return err
	}
	defer func() {
		_ = release(ctx, store, key) // want `what acquire \(line \d+\) acquires may never be released: deferred release is passed ctx`
	}()
	return work(ctx)
}

func acquire(ctx context.Context, store kv, key string) error {
	_, err := store.SetNX(ctx, key, time.Minute)
	return err
}

func release(ctx context.Context, store kv, key string) error { return store.Del(ctx, key) }
