package unownedrelease_rows

import (
	"context"
	"database/sql"
	"time"
)

// The claim has a time, and names no owner: the work may be limited to less than the lease.
type postbox struct {
	db    *sql.DB
	lease time.Duration
}

func (b *postbox) claim(ctx context.Context, now time.Time) error {
	var id int64
	err := b.db.QueryRowContext(ctx, `SELECT id FROM letters WHERE status = 'pending' OR (status = 'sending' AND claimed_at <= ?)`, now.Add(-b.lease).Unix()).Scan(&id)
	if err != nil {
		return err
	}
	_, err = b.db.ExecContext(ctx, `UPDATE letters SET status = 'sending', claimed_at = ? WHERE id = ?`, now.Unix(), id)
	return err
}

func (b *postbox) markDelivered(ctx context.Context, id int64) error {
	_, err := b.db.ExecContext(ctx, `UPDATE letters SET status = 'delivered', claimed_at = NULL WHERE id = ?`, id) // want `overwrites the row of letters also when its lease has expired and another worker holds it: nothing says whose claim it is`
	return err
}
