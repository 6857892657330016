package unownedrelease_sessions

import (
	"context"
	"database/sql"
)

// Both run on one connection.
func (m *migrator) okConn(ctx context.Context, work func(*sql.Conn) error) error {
	conn, err := m.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, 7); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, 7)
	return work(conn)
}

// The lock is that of a transaction, whose end releases it.
func (m *migrator) okTransaction(ctx context.Context) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, 7); err != nil {
		return err
	}
	return tx.Commit()
}
