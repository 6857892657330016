package compensationstops

import (
	"context"
	"fmt"
)

type step struct {
	name       string
	do         func(ctx context.Context) error
	compensate func(ctx context.Context) error
}

func cancel(ctx context.Context, done []step) error {
	for i := len(done) - 1; i >= 0; i-- {
		if err := done[i].compensate(ctx); err != nil { // want `steps stay done when one compensation fails: the loop ends at the first error of done\[i\].compensate`
			return fmt.Errorf("cancel %s: %w", done[i].name, err)
		}
	}
	return nil
}

type booking interface {
	Undo(ctx context.Context) error
}

type saga struct{ done []booking }

func (s *saga) abort(ctx context.Context) {
	for _, b := range s.done {
		err := b.Undo(ctx) // want `the loop ends at the first error of b.Undo`
		if err != nil {
			break
		}
	}
}

func revertAll(list []booking, ctx context.Context) error {
	for _, b := range list {
		var err = b.Undo(ctx) // want `the loop ends at the first error of b.Undo`
		if err != nil {
			return err
		}
	}
	return nil
}
