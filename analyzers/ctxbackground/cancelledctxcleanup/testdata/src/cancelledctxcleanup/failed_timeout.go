package cancelledctxcleanup

import (
	"context"
	"errors"
	"time"
)

// The timeout of the cleanup ends with the context of the work.
func (e *editor) publishLimited(ctx context.Context, name string, pages [][]byte) (err error) {
	id, err := e.drafts.Open(ctx, name)
	if err != nil {
		return err
	}
	defer func() {
		if err == nil {
			return
		}
		undo, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		err = errors.Join(err, e.drafts.Abort(undo, id)) // want `what was done stays half done: e\.drafts\.Abort is passed undo, whose end may be why e\.drafts\.Publish has failed`
	}()
	for _, page := range pages {
		if err := e.drafts.Append(ctx, id, page); err != nil {
			return err
		}
	}
	return e.drafts.Publish(ctx, id)
}

func (o *orders) orderLimited(ctx context.Context, id string) error {
	if err := o.reserve(ctx, id); err != nil {
		undo, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return errors.Join(err, o.rollback(undo, id)) // want `what was done stays half done: o\.rollback is passed undo`
	}
	return nil
}

// The step had a limit of its own, and the context around it may last.
func (o *orders) orderStep(ctx context.Context, id string) error {
	step, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := o.reserve(step, id); err != nil {
		return errors.Join(err, o.rollback(ctx, id))
	}
	return nil
}
