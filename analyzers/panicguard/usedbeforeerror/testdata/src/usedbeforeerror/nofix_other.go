package usedbeforeerror

import (
	"context"
	"database/sql"
)

// The error is compared with another one first, and rows are used for all that are not that.
func first(ctx context.Context, db *sql.DB, id string) (bool, error) {
	rows, err := db.QueryContext(ctx, "SELECT 1 FROM lamps WHERE id = ?", id)
	if err == sql.ErrNoRows || !rows.Next() { // want `panic where db.QueryContext fails: rows is nil then, and is used before the error is tested, at line 15`
		return false, nil
	}
	defer rows.Close()
	if err != nil {
		return false, err
	}
	return true, rows.Err()
}
