package backgroundoverparam

import (
	"context"
	"database/sql"
)

type accounts struct{ db *sql.DB }

func (a *accounts) removeSessions(ctx context.Context, id string) error {
	_, err := a.db.ExecContext(ctx, "delete from sessions where account = ?", id)
	return err
}

func startBackup(ctx context.Context, db *sql.DB) error {
	go db.PingContext(ctx)
	return nil
}
