package backgroundoverparam

import (
	"context"
	"database/sql"
	"time"
)

// What is scheduled runs after the function has returned.
func insertScheduled(ctx context.Context, db *sql.DB, name string, scheduleLater func(func() (int64, error)) error) error {
	limited, cancel := context.WithTimeout(context.Background(), time.Minute)
	return scheduleLater(func() (int64, error) {
		defer cancel()
		res, err := db.ExecContext(limited, "insert into names values ($1)", name)
		if err != nil {
			return 0, err
		}
		return res.RowsAffected()
	})
}
