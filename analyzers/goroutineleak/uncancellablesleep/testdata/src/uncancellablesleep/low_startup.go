package uncancellablesleep

import (
	"context"
	"errors"
	"time"
)

type directory struct{ addr string }

func (r *directory) ping(context.Context) error { return nil }

// NewRegistry runs as the program starts.
func NewRegistry(ctx context.Context, addr string) (*directory, error) {
	r := &directory{addr}
	if err := waitFor(ctx, r); err != nil {
		return nil, err
	}
	return r, nil
}

func waitFor(ctx context.Context, r *directory) error {
	for range 10 {
		if r.ping(ctx) == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `shutdown is delayed by time.Sleep`
	}
	return errors.New("no answer")
}
