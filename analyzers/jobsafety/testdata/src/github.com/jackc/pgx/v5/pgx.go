// Package pgx stands for the real one.
package pgx

import "context"

type Tx interface {
	Exec(ctx context.Context, sql string, args ...any) (int, error)
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
}

type Beginner interface {
	Begin(ctx context.Context) (Tx, error)
}

func BeginFunc(ctx context.Context, db Beginner, fn func(Tx) error) error { return nil }
