package remotecallintransaction

import (
	"context"
	"database/sql"

	"example.com/dbtx"
)

// It is asked after the commit.
func (b *billing) after(ctx context.Context, id int64, customer string) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE invoices SET reminded = now() WHERE id = $1`, id); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return b.mail.Send(ctx, customer)
}

// A function that only computes asks no machine.
func (b *billing) renders(ctx context.Context, id int64, customer string) error {
	return dbtx.InTx(ctx, b.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `update invoices set status='paid' where id=$1`, id); err != nil {
			return err
		}
		return b.mail.Render(customer)
	})
}

// Meant so, and says why.
func (b *billing) meant(ctx context.Context, id int64, customer string) error {
	return dbtx.InTx(ctx, b.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `update invoices set status='paid' where id=$1`, id); err != nil {
			return err
		}
		// Sent in the transaction on purpose: a failure undoes the update.
		return b.mail.Send(ctx, customer)
	})
}
