// Package unownedrelease_single has a pool of one connection.
package unownedrelease_single

import (
	"context"
	"database/sql"
)

func run(ctx context.Context, db *sql.DB) error {
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, `SELECT pg_advisory_lock(7)`); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `SELECT pg_advisory_unlock(7)`)
	return err
}
