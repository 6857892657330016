package leftopen

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
)

// The loop is left where nothing has failed.
func hasPort(ctx context.Context, conn *pgx.Conn, wanted int) (bool, error) {
	rows, err := conn.Query(ctx, "SELECT number FROM ports")
	if err != nil {
		return false, err
	}
	for rows.Next() {
		var number int
		if err := rows.Scan(&number); err != nil {
			return false, err
		}
		if number < 0 {
			return false, errors.New("negative port") // want `rows, opened at line \d+, stays open on this return`
		}
		if number == wanted {
			return true, nil
		}
	}
	return false, rows.Err()
}

// Rows of database/sql stay open where Scan fails.
func sqlPorts(db *sql.DB) (list []int, err error) {
	rows, err := db.Query("SELECT number FROM ports")
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var number int
		if err := rows.Scan(&number); err != nil {
			return nil, err // want `rows, opened at line \d+, stays open on this return`
		}
		list = append(list, number)
	}
	return list, rows.Err()
}
