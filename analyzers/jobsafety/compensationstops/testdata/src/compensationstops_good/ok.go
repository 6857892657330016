package good

import (
	"context"
	"errors"
	"fmt"
)

type step struct {
	name       string
	do         func(ctx context.Context) error
	compensate func(ctx context.Context) error
}

func cancel(ctx context.Context, done []step) error {
	var errs []error
	for i := len(done) - 1; i >= 0; i-- {
		if err := done[i].compensate(ctx); err != nil {
			errs = append(errs, fmt.Errorf("cancel %s: %w", done[i].name, err))
		}
	}
	return errors.Join(errs...)
}
