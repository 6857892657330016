package publishedintransaction

import (
	"context"
	"database/sql"
)

// A unit keeps what is published until its transaction has been committed.
type unit struct {
	*sql.Tx
	out  outlet
	kept []func(ctx context.Context) error
}

func (u *unit) Publish(ctx context.Context, topic string, data []byte) error {
	u.kept = append(u.kept, func(ctx context.Context) error { return u.out.Publish(ctx, topic, data) })
	return nil
}

func (t *till) withUnit(ctx context.Context, fn func(u *unit) error) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	u := &unit{Tx: tx, out: t.out}
	if err := fn(u); err != nil {
		_ = tx.Rollback()
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	for _, publish := range u.kept {
		if err := publish(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Safe: it is published after the commit.
func (t *till) okUnit(ctx context.Context, id string) error {
	return t.withUnit(ctx, func(u *unit) error {
		if _, err := u.ExecContext(ctx, "INSERT INTO bills (id) VALUES ($1)", id); err != nil {
			return err
		}
		return u.Publish(ctx, "bills.placed", []byte(id))
	})
}

// So is what a function does with the unit.
func (t *till) okPassed(ctx context.Context, id string) error {
	return t.withUnit(ctx, func(u *unit) error { return placed(ctx, u, id) })
}

func placed(ctx context.Context, u *unit, id string) error {
	return u.Publish(ctx, "bills.placed", []byte(id))
}

// Safe: it is published when the helper has returned.
func (t *till) okAfterHelper(ctx context.Context, id string) error {
	err := t.inTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO bills (id) VALUES ($1)", id)
		return err
	})
	if err != nil {
		return err
	}
	return t.tell(ctx, id)
}

// Safe: an outbox is published to, in the transaction.
type outbox interface {
	Publish(ctx context.Context, tx *sql.Tx, topic string, data []byte) error
}

func (t *till) okOutbox(ctx context.Context, box outbox, id string) error {
	return t.inTx(ctx, func(tx *sql.Tx) error { return box.Publish(ctx, tx, "bills.placed", []byte(id)) })
}
