package claimedtwice

import (
	"context"
	"database/sql"
	"errors"
)

type leases struct {
	db   *sql.DB
	node string
}

var errHeld = errors.New("held")

// The lease is free for both, and both overwrite it.
func (l *leases) Acquire(ctx context.Context, name string) error {
	var holder string
	err := l.db.QueryRowContext(ctx, `select node from leases where name=$1 and expires > now()`, name).Scan(&holder)
	switch {
	case err == nil:
		return errHeld
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	_, err = l.db.ExecContext(ctx, `insert into leases(name,node,expires) values($1,$2,now()) on conflict (name) do update set node=$2, expires=now()`, name, l.node) // want `two replicas become the owner of the same row of leases: both find it free at line 19 before either writes it here, without a condition`
	return err
}

type invoices struct{ db *sql.DB }

// Callers in another package claim what it returns.
func (s *invoices) Due(ctx context.Context, n int) (*sql.Rows, error) {
	return s.db.QueryContext(ctx, `select id from invoices where status='open' and due < now() limit $1`, n)
}

func (s *invoices) Claim(ctx context.Context, id int64) error {
	_, err := s.db.ExecContext(ctx, `update invoices set status='charging' where id=$1`, id) // want `two replicas claim the same row: it sets status by the key alone, and does not ask again for the value by which both select rows at line 34`
	return err
}
