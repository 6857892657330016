package cancelledctxcleanup

import (
	"context"
	"database/sql"
)

type batch struct{ keys []string }

type batches struct{ db *sql.DB }

func (b *batches) writeBatch(ctx context.Context, w *batch) error {
	for _, key := range w.keys {
		if _, err := b.db.ExecContext(ctx, "INSERT INTO keys VALUES ($1)", key); err != nil {
			return err
		}
	}
	return nil
}

// removeKnown removes from the batch what the database has, and changes nothing there.
func (b *batches) removeKnown(ctx context.Context, w *batch) error {
	var left []string
	for _, key := range w.keys {
		var n int
		if err := b.db.QueryRowContext(ctx, "SELECT count(*) FROM keys WHERE key = $1", key).Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			left = append(left, key)
		}
	}
	w.keys = left
	return nil
}

// Nope. Nothing is undone: the batch is written again without what is known.
func (b *batches) Write(ctx context.Context, w *batch) error {
	err := b.writeBatch(ctx, w)
	if err != nil {
		if err := b.removeKnown(ctx, w); err != nil {
			return err
		}
		return b.writeBatch(ctx, w)
	}
	return nil
}
