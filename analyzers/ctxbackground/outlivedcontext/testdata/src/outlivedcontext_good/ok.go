package outlivedcontext

import (
	"context"
	"database/sql"
)

type accounts struct{ db *sql.DB }

// The caller limits the time, and reads the rows under its own context.
func (a *accounts) all(parent context.Context) (*sql.Rows, error) {
	rows, err := a.db.QueryContext(parent, "select name from users")
	if err != nil {
		return nil, err
	}
	return rows, nil
}
