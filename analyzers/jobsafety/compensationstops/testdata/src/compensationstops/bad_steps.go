package compensationstops

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// The steps below the failing one stay done.
func rollbackAll(ctx context.Context, undo []func(context.Context) error) error {
	for i := len(undo) - 1; i >= 0; i-- {
		if err := undo[i](ctx); err != nil { // want `steps stay done when one compensation fails: the loop ends at the first error of undo\[i\] \(line 14\)`
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	return nil
}

func backward(ctx context.Context, steps []func(context.Context) error) error {
	for _, step := range slices.Backward(steps) {
		if err := step(ctx); err != nil { // want `steps stay done when one compensation fails: the loop ends at the first error of step`
			return err
		}
	}
	return nil
}

type grants struct {
	revoke func(ctx context.Context, id string) error
}

func (g *grants) Revoke(ctx context.Context, id string) error { return g.revoke(ctx, id) }

// One grant that cannot be revoked keeps the others valid.
func (g *grants) prefix(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := g.Revoke(ctx, id); err != nil { // want `steps stay done when one compensation fails: the loop ends at the first error of g\.Revoke`
			return err
		}
	}
	return nil
}

// All of them are tried.
func (g *grants) user(ctx context.Context, ids []string) error {
	var errs []error
	for _, id := range ids {
		if err := g.Revoke(ctx, id); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
