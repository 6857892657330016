package good

import (
	"context"
	"database/sql"
)

type store struct{ db *sql.DB }

func (s *store) Claim(ctx context.Context) (id int64, err error) {
	err = s.db.QueryRowContext(ctx, `UPDATE jobs SET status = 'running', started_at = now() WHERE id = (
		SELECT id FROM jobs WHERE status = 'pending' OR status = 'running' AND started_at < now() - interval '1 hour'
		ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`).Scan(&id)
	return id, err
}

type courier interface {
	Deliver(ctx context.Context, body []byte) error
}

func deliver(ctx context.Context, db *sql.DB, c courier) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var id int64
	var body []byte
	err = tx.QueryRowContext(ctx, `SELECT id, body FROM letters ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`).Scan(&id, &body)
	if err != nil {
		return err
	}
	if err := c.Deliver(ctx, body); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM letters WHERE id = $1`, id); err != nil {
		return err
	}
	return tx.Commit()
}
