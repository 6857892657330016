// Package unownedrelease_sessions acquires locks of sessions.
package unownedrelease_sessions

import (
	"context"
	"database/sql"
)

type migrator struct{ db *sql.DB }

// What releases the lock may run on another connection.
func (m *migrator) run(ctx context.Context, steps []string) error {
	if _, err := m.db.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, 7); err != nil { // want `the lock may stay held: m\.db\.ExecContext acquires it for one connection of the pool`
		return err
	}
	defer m.db.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, 7)
	for _, step := range steps {
		if _, err := m.db.ExecContext(ctx, step); err != nil {
			return err
		}
	}
	return nil
}

// One that is only tried.
func leader(ctx context.Context, db *sql.DB) (ok bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(8)").Scan(&ok) // want `the lock may stay held: db\.QueryRowContext acquires it`
	return ok, err
}
