package remotecallintransaction

import (
	"context"
	"database/sql"
)

// Acquirer charges cards at the bank over HTTP.
type Acquirer interface {
	Charge(ctx context.Context, card string, cents int64) (string, error)
}

// Gateway sends text messages.
type Gateway interface {
	Text(ctx context.Context, number string) error
	Number(customer string) string
}

type payments struct {
	db   *sql.DB
	bank Acquirer
	sms  Gateway
}

func (s *payments) pay(ctx context.Context, invoice int64, card string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var cents int64
	if err := tx.QueryRowContext(ctx, `SELECT cents FROM invoices WHERE id = $1 FOR UPDATE`, invoice).Scan(&cents); err != nil {
		return err
	}
	ref, err := s.bank.Charge(ctx, card, cents) // want `stay in use until another machine responds: s.bank.Charge runs in the transaction of s.db.BeginTx`
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE invoices SET reference = $2 WHERE id = $1`, invoice, ref); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *payments) remind(ctx context.Context, tx *sql.Tx, customer string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE customers SET reminded = now() WHERE id = $1`, customer); err != nil {
		return err
	}
	return s.sms.Text(ctx, s.sms.Number(customer)) // want `s.sms.Text runs in the transaction that the function is passed`
}
