package claimedtwice

import (
	"context"
	"database/sql"
	"errors"
)

// The update asks who holds it.
func (l *leases) AcquireFree(ctx context.Context, name string) error {
	var holder string
	err := l.db.QueryRowContext(ctx, `select node from leases where name=$1 and expires > now()`, name).Scan(&holder)
	if err == nil {
		return errHeld
	}
	_, err = l.db.ExecContext(ctx, `insert into leases(name,node,expires) values($1,$2,now()) on conflict (name) do update set node=$2, expires=now() where leases.expires < now()`, name, l.node)
	return err
}

// The row is locked between the two.
func (l *leases) AcquireLocked(ctx context.Context, name string) error {
	var holder string
	err := l.db.QueryRowContext(ctx, `select node from leases where name=$1 and expires > now() for update`, name).Scan(&holder)
	if err == nil {
		return errHeld
	}
	_, err = l.db.ExecContext(ctx, `insert into leases(name,node,expires) values($1,$2,now()) on conflict (name) do update set node=$2`, name, l.node)
	return err
}

// A second insert fails.
func (l *leases) AcquireNew(ctx context.Context, name string) error {
	var holder string
	err := l.db.QueryRowContext(ctx, `select node from leases where name=$1`, name).Scan(&holder)
	if !errors.Is(err, sql.ErrNoRows) {
		return errHeld
	}
	_, err = l.db.ExecContext(ctx, `insert into leases(name,node) values($1,$2)`, name, l.node)
	return err
}

// It stores settings, and makes nothing an owner.
func (l *leases) Save(ctx context.Context, name, value string) error {
	var old string
	if err := l.db.QueryRowContext(ctx, `select value from settings where name=$1`, name).Scan(&old); err == nil && old == value {
		return nil
	}
	_, err := l.db.ExecContext(ctx, `insert into settings(name,value) values($1,$2) on conflict (name) do update set value=$2`, name, value)
	return err
}

type bills struct{ db *sql.DB }

func (s *bills) Due(ctx context.Context, n int) (*sql.Rows, error) {
	return s.db.QueryContext(ctx, `select id from bills where status='open' and due < now() limit $1`, n)
}

// The second one changes no row.
func (s *bills) Claim(ctx context.Context, id int64) (int64, error) {
	res, err := s.db.ExecContext(ctx, `update bills set status='charging' where id=$1 and status='open'`, id)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// What is done with the record has been decided before.
func (s *bills) Close(ctx context.Context, id int64) error {
	_, err := s.db.ExecContext(ctx, `update bills set status='closed' where id=$1`, id)
	return err
}
