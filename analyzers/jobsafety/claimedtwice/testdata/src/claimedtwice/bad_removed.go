package claimedtwice

import (
	"context"
	"database/sql"
)

type courier interface {
	Deliver(ctx context.Context, body []byte) error
}

// The row is there until the letter has been delivered, and any replica may take it.
func deliver(ctx context.Context, db *sql.DB, c courier) error {
	var id int64
	var body []byte
	err := db.QueryRowContext(ctx, `SELECT id, body FROM letters ORDER BY created_at LIMIT 1`).Scan(&id, &body) // want `two replicas work on the same row of letters: both select it here, and it is deleted at line 23, after c\.Deliver`
	if err != nil {
		return err
	}
	if err := c.Deliver(ctx, body); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `DELETE FROM letters WHERE id = $1`, id)
	return err
}

type pump struct {
	db   *sql.DB
	send func(ctx context.Context, body []byte) error
}

func (p *pump) oldest(ctx context.Context, tx *sql.Tx) (id int64, body []byte, err error) {
	err = tx.QueryRowContext(ctx, `SELECT id, body FROM parcels_out WHERE due < now() ORDER BY id LIMIT 1`).Scan(&id, &body) // want `two replicas work on the same row of parcels_out`
	return id, body, err
}

// A transaction around both lets the other replica read the row as well.
func (p *pump) step(ctx context.Context) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	id, body, err := p.oldest(ctx, tx)
	if err != nil {
		return err
	}
	if err := p.send(ctx, body); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM parcels_out WHERE id = $1`, id); err != nil {
		return err
	}
	return tx.Commit()
}
