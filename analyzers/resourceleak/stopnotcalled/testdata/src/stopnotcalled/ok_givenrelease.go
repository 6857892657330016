package stopnotcalled

import (
	"context"
	"errors"
)

// dock releases what it refuses.
func (h *harbor) dock(ctx context.Context, flag string) (func(), error) {
	if err := h.berths.Acquire(ctx, 2); err != nil {
		return nil, err
	}
	if flag == "" {
		h.berths.Release(2)
		return nil, errors.New("no flag")
	}
	return func() { h.berths.Release(2) }, nil
}

// raft undoes it with the function that it returns elsewhere.
func (h *harbor) raft(ctx context.Context, flag string) (leave func(), err error) {
	if err := h.berths.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	leave = func() { h.berths.Release(1) }
	if flag == "" {
		leave()
		return nil, errors.New("no flag")
	}
	return leave, nil
}
