package backgroundoverparam

import (
	"context"
	"database/sql"
	"time"
)

// Each has seconds; all of them together have no end that the caller could set.
func touchAll(ctx context.Context, db *sql.DB, ids []string) {
	for _, id := range ids {
		one, cancel := context.WithTimeout(context.Background(), 2*time.Second) // want `db.ExecContext keeps running after the caller's context is canceled`
		_, _ = db.ExecContext(one, "delete from seen where id = $1", id)
		cancel()
	}
}
