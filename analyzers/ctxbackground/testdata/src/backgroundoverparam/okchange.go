package backgroundoverparam

import (
	"context"
	"database/sql"
)

type accounts struct{ db *sql.DB }

// What the first call has begun is not to be left half done: the second changes
// something, too, and gets a context that nobody ends.
func (a *accounts) setPassword(ctx context.Context, id, hash string) error {
	if _, err := a.db.ExecContext(ctx, "update accounts set hash = ? where id = ?", hash, id); err != nil {
		return err
	}
	return a.removeSessions(context.Background(), id)
}

func (a *accounts) removeSessions(ctx context.Context, id string) error {
	_, err := a.db.ExecContext(ctx, "delete from sessions where account = ?", id)
	return err
}

func startBackup(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }
