package claimnorecovery

import (
	"context"
	"database/sql"
)

// The export stays "processing" when the process is killed before the second statement.
func export(ctx context.Context, db *sql.DB, id int64, write func(int64) error) error {
	_, err := db.ExecContext(ctx, "UPDATE exports SET state = 'processing' WHERE id = $1", id) // want `exports\.state is set to processing here, and nothing looks for abandoned claims`
	if err != nil {
		return err
	}
	if err := write(id); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE exports SET state = 'done' WHERE id = $1", id)
	return err
}

// Nothing says that the work is done: it is not known whether the state is one of work.
func mark(ctx context.Context, db *sql.DB, id int64) error {
	_, err := db.ExecContext(ctx, "UPDATE lamps SET state = 'running' WHERE id = $1", id)
	return err
}

// What is left behind is looked for.
func render(ctx context.Context, db *sql.DB, id int64) error {
	if _, err := db.ExecContext(ctx, "UPDATE renders SET state = 'processing' WHERE id = $1", id); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "UPDATE renders SET state = 'completed' WHERE id = $1", id)
	return err
}

func rerender(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "UPDATE renders SET state = 'queued' WHERE state = 'processing' AND touched < now() - interval '1 hour'")
	return err
}
