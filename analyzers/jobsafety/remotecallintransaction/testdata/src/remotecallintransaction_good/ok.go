package remotecallintransaction_good

import (
	"context"
	"database/sql"

	"example.com/mailer"
)

type billing struct {
	db   *sql.DB
	mail *mailer.Mailer
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
	if err := tx.Commit(); err != nil {
		return err
	}
	return b.mail.Send(ctx, customer)
}
