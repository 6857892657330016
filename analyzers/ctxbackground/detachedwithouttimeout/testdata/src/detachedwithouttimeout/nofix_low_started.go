package detachedwithouttimeout

import (
	"context"
	"database/sql"
)

// Nothing waits for the goroutine, and it holds nothing of its starter.
func submit(ctx context.Context, db *sql.DB) {
	go enqueue(context.WithoutCancel(ctx), db) // want `enqueue can block forever, and shutdown cannot cancel it`
}

func enqueue(ctx context.Context, db *sql.DB) {
	_, _ = db.ExecContext(ctx, "insert")
}
