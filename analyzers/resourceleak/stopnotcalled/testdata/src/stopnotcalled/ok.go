package stopnotcalled

import (
	"context"
	"time"
)

// Safe: it is deferred.
func (s *service) deferred(ctx context.Context, key string) error {
	unlock, err := s.locks.Acquire(ctx, key)
	if err != nil {
		return err
	}
	defer unlock()
	return s.load(ctx)
}

// Safe: each path calls it.
func (s *service) each(ctx context.Context, key string) error {
	unlock, err := s.locks.Acquire(ctx, key)
	if err != nil {
		return err
	}
	if err := s.load(ctx); err != nil {
		unlock()
		return err
	}
	unlock()
	return nil
}

// Safe: the caller gets it on the other path.
func (s *service) returned(ctx context.Context, key string) (func(), error) {
	unlock, err := s.locks.Acquire(ctx, key)
	if err != nil {
		return nil, err
	}
	if err := s.load(ctx); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// Safe: what is returned calls it.
func (s *service) wrapped(ctx context.Context, key string) (func(), error) {
	unlock, err := s.locks.Acquire(ctx, key)
	if err != nil {
		return nil, err
	}
	if err := s.load(ctx); err != nil {
		unlock()
		return nil, err
	}
	return func() { s.items = nil; unlock() }, nil
}

// Safe: other code gets it.
func (s *service) passed(ctx context.Context, key string) error {
	unlock, err := s.locks.Acquire(ctx, key)
	if err != nil {
		return err
	}
	if err := s.load(ctx); err != nil {
		time.AfterFunc(time.Second, unlock)
		return err
	}
	unlock()
	return nil
}

func timer(name string) func() { return func() { _ = name } }

// Safe: by its name, it releases nothing.
func (s *service) timed(ctx context.Context) error {
	observe := timer("load")
	if err := s.load(ctx); err != nil {
		return err
	}
	observe()
	return nil
}

// Safe: a condition that the two share decides.
func (s *service) sometimes(ctx context.Context, key string, lock bool) error {
	var release func()
	if lock {
		unlock, err := s.locks.Acquire(ctx, key)
		if err != nil {
			return err
		}
		release = unlock
	}
	err := s.load(ctx)
	if release != nil {
		release()
	}
	return err
}
