package backgroundoverparam

import (
	"context"
	"database/sql"
	"time"
)

// The loop asks for the end of the context itself.
func touchUntil(ctx context.Context, db *sql.DB, ids []string) {
	for _, id := range ids {
		if ctx.Err() != nil {
			return
		}
		one, cancel := context.WithTimeout(context.Background(), 2*time.Second) // want `db.ExecContext keeps running after the caller's context is canceled`
		_, _ = db.ExecContext(one, "delete from seen where id = $1", id)
		cancel()
	}
}
