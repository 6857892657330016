package backgroundoverparam

import (
	"context"
	"database/sql"
)

// A backend works for one request, whose context it keeps.
type backend struct {
	ctx context.Context
	db  *sql.DB
}

func (b *backend) list() (*sql.Rows, error) {
	return b.db.QueryContext(b.ctx, "select name from files")
}

func (b *backend) stat(name string) (size int, err error) {
	err = b.db.QueryRowContext(context.Background(), "select size from files where name = ?", name).Scan(&size) // want `b.db.QueryRowContext keeps running after the context of its object is canceled: it is passed context.Background\(\), not b.ctx`
	return size, err
}

// transact runs work before it returns.
func transact(db *sql.DB, work func(tx *sql.Tx) error) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func count(ctx context.Context, db *sql.DB) (n int, err error) {
	err = transact(db, func(tx *sql.Tx) error {
		return tx.QueryRowContext(context.Background(), "select count(*) from files").Scan(&n) // want `tx.QueryRowContext keeps running after the caller's context is canceled: it is passed context.Background\(\), not ctx`
	})
	return n, err
}
