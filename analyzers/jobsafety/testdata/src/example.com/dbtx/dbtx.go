// Package dbtx is a stub: it runs functions in transactions.
package dbtx

import (
	"context"
	"database/sql"
)

// InTx calls f with a transaction, and commits it.
func InTx(ctx context.Context, db *sql.DB, f func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}
