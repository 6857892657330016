package usedbeforeerror

import (
	"context"
	"database/sql"
	"errors"
)

func closesFirst(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "SELECT 1 FROM lamps")
	if errors.Is(err, context.Canceled) {
		return nil
	}
	defer rows.Close() // want `panic where db.QueryContext fails: rows is nil then, and is used before the error is tested, at line 15`
	if err != nil {
		return err
	}
	return rows.Err()
}
