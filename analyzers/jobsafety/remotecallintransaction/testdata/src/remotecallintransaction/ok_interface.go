package remotecallintransaction

import (
	"context"
	"database/sql"
)

// SessionStore keeps the sessions of the HTTP API.
type SessionStore interface {
	Renew(ctx context.Context, id string) error
}

// localProvider has an implementation here, which asks no machine.
type localProvider interface {
	Name(ctx context.Context, id string) (string, error)
}

type table struct{ names map[string]string }

func (t *table) Name(ctx context.Context, id string) (string, error) { return t.names[id], nil }

// Auditor records what is done, with the transaction.
type auditor interface {
	Record(ctx context.Context, tx *sql.Tx, what string) error
}

type accounts struct {
	db       *sql.DB
	sessions SessionStore
	names    localProvider
	audit    auditor
	bank     Acquirer
}

// None of these is known to ask another machine.
func (s *accounts) okOthers(ctx context.Context, id string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := s.sessions.Renew(ctx, id); err != nil {
		return err
	}
	name, err := s.names.Name(ctx, id)
	if err != nil {
		return err
	}
	if err := s.audit.Record(ctx, tx, name); err != nil {
		return err
	}
	return tx.Commit()
}

// The bank is asked before the transaction begins.
func (s *accounts) okBefore(ctx context.Context, id int64, card string) error {
	ref, err := s.bank.Charge(ctx, card, 100)
	if err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE invoices SET reference = $2 WHERE id = $1`, id, ref); err != nil {
		return err
	}
	return tx.Commit()
}
