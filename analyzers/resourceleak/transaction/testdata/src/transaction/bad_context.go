package transaction

import (
	"context"
	"database/sql"
)

type txKey struct{}

// A context that carries the transaction does not end it.
func inContext(ctx context.Context, db *sql.DB, work func(context.Context) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := work(context.WithValue(ctx, txKey{}, tx)); err != nil {
		return err // want `the transaction tx, begun at line 12, stays open on this return`
	}
	return tx.Commit()
}
