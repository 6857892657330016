package publishedintransaction

import (
	"context"
	"database/sql"

	"github.com/segmentio/kafka-go"
)

// Safe: it is published after the commit.
func (o *orders) After(ctx context.Context, id string) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id) VALUES ($1)", id); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return o.events.WriteMessages(ctx, kafka.Message{Value: []byte(id)})
}

// Safe: the transaction stores it in an outbox.
func (o *orders) Store(ctx context.Context, id string) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO outbox (id) VALUES ($1)", id); err != nil {
		return err
	}
	return tx.Commit()
}

// Safe: it is published before the transaction begins.
func (o *orders) Before(ctx context.Context, id string) error {
	if err := o.notify(ctx, id); err != nil {
		return err
	}
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "DELETE FROM orders WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

// Safe: what is kept here is published when the transaction has been committed.
func (o *orders) Later(ctx context.Context, id string) (publish func() error, err error) {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	publish = func() error { return o.notify(ctx, id) }
	return publish, tx.Commit()
}

// Safe: the method has the name of one that publishes, and stores rows.
type rows interface {
	WriteMessages(ctx context.Context, tx *sql.Tx, ids ...string) error
}

func (s *shop) Stored(ctx context.Context, list rows, id string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := list.WriteMessages(ctx, tx, id); err != nil {
		return err
	}
	return tx.Commit()
}

// Nope. The outlet is told after the commit; what counts in the transaction sends nothing.
func (t *till) Refund(ctx context.Context, id string) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := emitted(id, nil); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return t.out.Publish(ctx, "bills.refunded", []byte(id))
}

func emitted(id string, data []byte) error { return nil }
