package stopnotcalled

import (
	"context"
	"errors"
	"sync"
)

// Berths limits how many ships lie in the harbor.
type Berths struct{ free chan int }

func (b *Berths) Acquire(ctx context.Context, n int) error {
	for range n {
		select {
		case <-b.free:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (b *Berths) Release(n int) {
	for range n {
		b.free <- 1
	}
}

type harbor struct{ berths *Berths }

// moor leaves the release to its caller, who gets none where the ship is refused.
func (h *harbor) moor(ctx context.Context, flag string) (leave func(), err error) {
	if err := h.berths.Acquire(ctx, 2); err != nil {
		return nil, err
	}
	if flag == "" {
		return nil, errors.New("no flag") // want `h.berths.Release is not called on this return, as it is at line 39: what h.berths.Acquire has added at line 33 stays`
	}
	return func() { h.berths.Release(2) }, nil
}

// anchor releases once, in a literal inside of another.
func (h *harbor) anchor(ctx context.Context, flag string) (func(), error) {
	if err := h.berths.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	if flag == "" {
		return nil, errors.New("no flag") // want `h.berths.Release is not called on this return, as it is at line 51: what h.berths.Acquire has added at line 44 stays`
	}
	var once sync.Once
	return func() { once.Do(func() { h.berths.Release(1) }) }, nil
}
