package leftopen

import (
	"context"

	pgx4 "github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v5"
)

// Silent: a Scan that fails closes the rows, and so does their end.
func portNumbers(ctx context.Context, conn *pgx.Conn) (list []int, err error) {
	rows, err := conn.Query(ctx, "SELECT number FROM ports")
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var number int
		if err := rows.Scan(&number); err != nil {
			return nil, err
		}
		list = append(list, number)
	}
	return list, rows.Err()
}

// Silent: so do Values, also of the version before.
func portValues(ctx context.Context, conn *pgx4.Conn) (list [][]any, err error) {
	rows, err := conn.Query(ctx, "SELECT * FROM ports")
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return nil, err
		}
		list = append(list, values)
	}
	return list, rows.Err()
}

// Silent: a helper of the package reads them until their end, or until Scan fails.
func portNames(ctx context.Context, conn *pgx.Conn) ([]string, error) {
	rows, err := conn.Query(ctx, "SELECT name FROM ports")
	if err != nil {
		return nil, err
	}
	return collect(rows)
}

func collect(rows pgx.Rows) (list []string, err error) {
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		list = append(list, name)
	}
	return list, rows.Err()
}
