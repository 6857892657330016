package leftopen

import (
	"context"
	"database/sql"
)

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

type ledger struct{ db querier }

// The statement returns no rows, and what it is run with still holds a connection.
func (l *ledger) add(ctx context.Context, id int) error {
	_, err := l.db.QueryContext(ctx, "INSERT INTO entries (id) VALUES ($1) RETURNING id", id) // want "what l.db.QueryContext opens is dropped, and cannot be closed"
	return err
}

func (l *ledger) first(ctx context.Context) (int, error) {
	rows, err := l.db.QueryContext(ctx, "SELECT id FROM entries LIMIT 1")
	if err != nil {
		return 0, err
	}
	var id int
	if rows.Next() {
		if err := rows.Scan(&id); err != nil {
			return 0, err // want "rows, opened at line \\d+, stays open on this return"
		}
	}
	return id, rows.Err()
}
