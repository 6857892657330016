package claimedtwice

import (
	"context"
	"database/sql"
)

// Nope. The row is locked until it is deleted.
func deliverLocked(ctx context.Context, db *sql.DB, c courier) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var id int64
	var body []byte
	if err := tx.QueryRowContext(ctx, `SELECT id, body FROM cards ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`).Scan(&id, &body); err != nil {
		return err
	}
	if err := c.Deliver(ctx, body); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM cards WHERE id = $1`, id); err != nil {
		return err
	}
	return tx.Commit()
}

// Nope. The second replica deletes what is gone already, and nothing happens twice.
func trim(ctx context.Context, db *sql.DB) error {
	var id int64
	if err := db.QueryRowContext(ctx, `SELECT id FROM samples ORDER BY id LIMIT 1`).Scan(&id); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `DELETE FROM samples WHERE id = $1`, id)
	return err
}

// Nope. The row is deleted before the work, by one of the two.
func deliverOnce(ctx context.Context, db *sql.DB, c courier) error {
	var id int64
	var body []byte
	if err := db.QueryRowContext(ctx, `SELECT id, body FROM notes ORDER BY id LIMIT 1`).Scan(&id, &body); err != nil {
		return err
	}
	res, err := db.ExecContext(ctx, `DELETE FROM notes WHERE id = $1`, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return c.Deliver(ctx, body)
}

// Nope. One row that its key names is no queue.
func deliverNamed(ctx context.Context, db *sql.DB, c courier, id int64) error {
	var body []byte
	if err := db.QueryRowContext(ctx, `SELECT body FROM faxes WHERE id = $1 LIMIT 1`, id).Scan(&body); err != nil {
		return err
	}
	if err := c.Deliver(ctx, body); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `DELETE FROM faxes WHERE id = $1`, id)
	return err
}
