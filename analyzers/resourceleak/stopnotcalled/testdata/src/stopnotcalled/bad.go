package stopnotcalled

import (
	"context"
	"errors"
)

type locks struct{ held map[string]bool }

// Acquire returns the function that releases the lock.
func (l *locks) Acquire(ctx context.Context, key string) (func(), error) {
	if l.held[key] {
		return nil, errors.New("held")
	}
	l.held[key] = true
	return func() { delete(l.held, key) }, nil
}

type service struct {
	locks *locks
	items []string
}

func (s *service) load(ctx context.Context) error { return ctx.Err() }

func (s *service) Refresh(ctx context.Context, key string) error {
	unlock, err := s.locks.Acquire(ctx, key)
	if err != nil {
		return err
	}
	if err := s.load(ctx); err != nil {
		return err // want `unlock is not called on this return, as it is at line \d+: what s\.locks\.Acquire acquired or started at line \d+ stays in use`
	}
	s.items = nil
	unlock()
	return nil
}

func subscribe(topic string) (<-chan string, func()) {
	ch := make(chan string)
	return ch, func() { close(ch) }
}

func (s *service) First(ctx context.Context) (string, error) {
	ch, unsubscribe := subscribe("items")
	select {
	case item := <-ch:
		unsubscribe()
		return item, nil
	case <-ctx.Done():
		return "", ctx.Err() // want `unsubscribe is not called on this return, as it is at line \d+: what subscribe acquired or started at line \d+ stays in use`
	}
}
