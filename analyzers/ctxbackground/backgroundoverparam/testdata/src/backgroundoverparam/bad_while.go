package backgroundoverparam

import (
	"context"
	"database/sql"
)

// A batch has its context while it runs, and no longer.
type batch struct {
	ctx  context.Context
	db   *sql.DB
	rows int
}

func (b *batch) write(table string) error {
	_, err := b.db.ExecContext(b.ctx, "delete from "+table)
	return err
}

func replaceRows(ctx context.Context, db *sql.DB, table string) error {
	b := batch{ctx: ctx, db: db}
	b.rows = 1
	return b.write(table)
}

func (u *users) replaceAll(ctx context.Context) error {
	return replaceRows(context.TODO(), u.db, "users") // want `replaceRows keeps running after the caller's context is canceled: it is passed context\.TODO\(\), not ctx`
}
