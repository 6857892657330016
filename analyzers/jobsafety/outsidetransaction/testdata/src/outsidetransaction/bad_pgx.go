package outsidetransaction

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type archive struct{ pool *pgxpool.Pool }

func (a *archive) clear(ctx context.Context) error {
	return pgx.BeginFunc(ctx, a.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM pages"); err != nil {
			return err
		}
		_, err := a.pool.Exec(ctx, "DELETE FROM books") // want `a.pool.Exec is not part of the transaction that pgx.BeginFunc \(line 13\) begins`
		return err
	})
}
