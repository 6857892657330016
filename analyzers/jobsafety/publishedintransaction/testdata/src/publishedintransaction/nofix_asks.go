package publishedintransaction

import (
	"context"
	"database/sql"

	"example.com/dbtx"
	"example.com/mailer"
)

type billing struct {
	db   *sql.DB
	mail *mailer.Mailer
}

// The row is locked for as long as the other machine takes.
func (b *billing) charge(ctx context.Context, id int64) error {
	return dbtx.InTx(ctx, b.db, func(tx *sql.Tx) error {
		var customer string
		if err := tx.QueryRowContext(ctx, `select customer from invoices where id=$1 for update`, id).Scan(&customer); err != nil {
			return err
		}
		if err := b.mail.Send(ctx, customer); err != nil { // want `rows stay locked, and a connection of the pool in use, while another machine does not respond: b.mail.Send runs in the transaction of dbtx.InTx \(line 18\)`
			return err
		}
		_, err := tx.ExecContext(ctx, `update invoices set status='paid' where id=$1`, id)
		return err
	})
}

func (b *billing) remind(ctx context.Context, id int64, customer string) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE invoices SET reminded = now() WHERE id = $1`, id); err != nil {
		return err
	}
	if err := b.mail.Send(ctx, customer); err != nil { // want `rows stay locked`
		return err
	}
	return tx.Commit()
}
