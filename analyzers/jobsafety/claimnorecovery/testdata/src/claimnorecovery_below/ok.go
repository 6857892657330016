package below

import (
	"context"
	"database/sql"

	"example.com/recovery"
)

// A package below releases stale claims.
func next(ctx context.Context, db *sql.DB) (id int64, err error) {
	if err := recovery.Release(ctx, db); err != nil {
		return 0, err
	}
	err = db.QueryRowContext(ctx, "UPDATE imports SET status = 'running' WHERE status = 'pending' RETURNING id").Scan(&id)
	return id, err
}
