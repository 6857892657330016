package compensationstops

import (
	"context"
	"errors"
	"log"
)

// All steps are tried.
func cancelAll(ctx context.Context, done []step) error {
	var errs []error
	for i := len(done) - 1; i >= 0; i-- {
		if err := done[i].compensate(ctx); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// The error is logged.
func logs(ctx context.Context, list []booking) {
	for _, b := range list {
		if err := b.Undo(ctx); err != nil {
			log.Print(err)
			continue
		}
		log.Print("undone")
	}
}

// The steps themselves end at the first error.
func forward(ctx context.Context, steps []step) error {
	for _, s := range steps {
		if err := s.do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// All are released, and the errors joined.
func undoEach(ctx context.Context, stock warehouse, done []order) (err error) {
	for _, o := range done {
		if e := stock.Release(ctx, o); e != nil {
			err = errors.Join(err, e)
		}
	}
	return err
}

// It does the steps, and undoes nothing.
func (c *checkout) settle(ctx context.Context, done []order) error {
	for _, o := range done {
		if err := c.stock.Release(ctx, o); err != nil {
			return err
		}
	}
	return nil
}
