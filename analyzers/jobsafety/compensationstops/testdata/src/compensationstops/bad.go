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

type order struct{ id string }

type warehouse interface {
	Release(ctx context.Context, o order) error
	Load(ctx context.Context, o *order) (int, error)
	Check(o order) error
}

type checkout struct{ stock warehouse }

func (c *checkout) undo(ctx context.Context, done []order) error {
	for i := len(done) - 1; i >= 0; i-- {
		if err := c.stock.Release(ctx, done[i]); err != nil { // want `the loop ends at the first error of c.stock.Release`
			return err
		}
	}
	return nil
}

func compensateAll(ctx context.Context, stock warehouse, done []order) error {
	for _, o := range done {
		if err := stock.Check(o); err != nil {
			return err
		}
		if _, err := stock.Load(ctx, &o); err != nil {
			return err
		}
		err := stock.Release(ctx, o) // want `the loop ends at the first error of stock.Release`
		if err != nil {
			return err
		}
	}
	return nil
}
