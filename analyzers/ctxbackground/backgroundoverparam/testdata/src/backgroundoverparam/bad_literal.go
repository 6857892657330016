package backgroundoverparam

import (
	"context"
	"database/sql"
	"time"
)

// attempt runs fn until it succeeds, three times at most.
func attempt(fn func() (int64, error)) (n int64, err error) {
	for range 3 {
		if n, err = fn(); err == nil {
			return n, nil
		}
	}
	return 0, err
}

// The literal runs before the function returns, and its error is that of the call.
func insertAttempted(ctx context.Context, db *sql.DB, name string) (int64, error) {
	limited, cancel := context.WithTimeout(context.Background(), time.Minute) // want `db.ExecContext keeps running after the caller's context is canceled: it is passed context.Background\(\), not ctx, and loses the values of that context`
	defer cancel()
	n, err := attempt(func() (int64, error) {
		res, err := db.ExecContext(limited, "insert into names values ($1)", name)
		if err != nil {
			return 0, err
		}
		return res.RowsAffected()
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}
