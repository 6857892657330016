// Package pgxpool stands for the real one.
package pgxpool

import (
	"context"

	"github.com/jackc/pgx/v5"
)

type Pool struct{}

func (p *Pool) Begin(ctx context.Context) (pgx.Tx, error)                      { return nil, nil }
func (p *Pool) Exec(ctx context.Context, sql string, args ...any) (int, error) { return 0, nil }
