package cancelledctxcleanup

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

type orders struct{ db *sql.DB }

func (o *orders) reserve(ctx context.Context, id string) error {
	_, err := o.db.ExecContext(ctx, "UPDATE stock SET reserved = reserved + 1 WHERE id = $1", id)
	return err
}

func (o *orders) rollback(ctx context.Context, id string) error {
	_, err := o.db.ExecContext(ctx, "UPDATE stock SET reserved = reserved - 1 WHERE id = $1", id)
	return err
}

func (o *orders) order(parent context.Context, id string) error {
	ctx, cancel := context.WithTimeout(parent, 5*time.Second)
	defer cancel()
	if err := o.reserve(ctx, id); err != nil {
		return errors.Join(err, o.rollback(ctx, id)) // want `what was done stays half done: o\.rollback is passed ctx, whose end may be why o\.reserve has failed \(line 25\)`
	}
	return nil
}

func (o *orders) orderGiven(ctx context.Context, id string) error {
	err := o.reserve(ctx, id)
	if err != nil {
		o.rollback(ctx, id) // want `what was done stays half done`
		return err
	}
	return nil
}

func (o *orders) orderDetached(ctx context.Context, id string) error {
	if err := o.reserve(ctx, id); err != nil {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return errors.Join(err, o.rollback(end, id))
	}
	return nil
}

// The order is taken back for another reason.
func (o *orders) orderOther(ctx context.Context, id string, valid func() error) error {
	if err := o.reserve(ctx, id); err != nil {
		return err
	}
	if err := valid(); err != nil {
		return errors.Join(err, o.rollback(ctx, id))
	}
	return nil
}
