package unownedrelease_rows_good

import (
	"context"
	"database/sql"
	"time"
)

// The work is given up before the lease ends.
func limitedRun(ctx context.Context, db *sql.DB, work func(context.Context, int64) error) error {
	if _, err := db.ExecContext(ctx, "UPDATE mails SET status = 'pending', lease_until = NULL WHERE status = 'running' AND lease_until < now()"); err != nil {
		return err
	}
	var id int64
	err := db.QueryRowContext(ctx, "UPDATE mails SET status = 'running', lease_until = now() + interval '5 minutes' WHERE id = (SELECT id FROM mails WHERE status = 'pending' LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id").Scan(&id)
	if err != nil {
		return err
	}
	if err := limitedWork(ctx, id, work); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE mails SET status = 'sent', lease_until = NULL WHERE id = $1", id)
	return err
}

func limitedWork(ctx context.Context, id int64, work func(context.Context, int64) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return work(ctx, id)
}
