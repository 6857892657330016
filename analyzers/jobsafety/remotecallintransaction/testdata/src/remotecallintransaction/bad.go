package remotecallintransaction

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
		if err := b.mail.Send(ctx, customer); err != nil { // want `a connection of the pool, and what the transaction has locked, stay in use until another machine responds: b.mail.Send runs in the transaction of dbtx.InTx \(line 18\)`
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
	if err := b.mail.Send(ctx, customer); err != nil { // want `runs in the transaction of b.db.BeginTx`
		return err
	}
	return tx.Commit()
}

// No row is locked yet, and the connection is in use all the same.
func (b *billing) first(ctx context.Context, id int64, customer string) error {
	return dbtx.InTx(ctx, b.db, func(tx *sql.Tx) error {
		if err := b.mail.Send(ctx, customer); err != nil { // want `until another machine responds`
			return err
		}
		_, err := tx.ExecContext(ctx, `update invoices set status='paid' where id=$1`, id)
		return err
	})
}
