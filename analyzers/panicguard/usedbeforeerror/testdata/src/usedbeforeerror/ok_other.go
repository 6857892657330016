package usedbeforeerror

import (
	"context"
	"database/sql"
	"errors"
)

// Where the error is the other one, the result is not used.
func told(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "SELECT 1 FROM lamps")
	if errors.Is(err, context.Canceled) {
		return nil
	}
	if err != nil {
		return err
	}
	defer rows.Close()
	return rows.Err()
}
