package publishedintransaction

import (
	"context"
	"database/sql"
)

// They are notified after the commit.
func (l *log) okAfter(ctx context.Context, payload string) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO events (payload) VALUES ($1)", payload); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	l.notify()
	return nil
}

// So they are by a deferred call.
func (l *log) okDeferred(ctx context.Context, payload string) error {
	defer l.notify()
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO events (payload) VALUES ($1)", payload); err != nil {
		return err
	}
	return tx.Commit()
}

type hooked struct {
	db    *sql.DB
	hooks []func(tx *sql.Tx) error
	names []string
}

// The hooks take part in the transaction.
func (h *hooked) okHooks(ctx context.Context) error {
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, name := range h.names {
		if _, err := tx.ExecContext(ctx, "INSERT INTO names (name) VALUES ($1)", name); err != nil {
			return err
		}
	}
	for _, hook := range h.hooks {
		if err := hook(tx); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Nothing is changed.
func (l *log) okReads(ctx context.Context) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM events").Scan(&n); err != nil {
		return err
	}
	l.notify()
	return tx.Commit()
}
