package busyloop

import (
	"context"
	"log"

	"github.com/jackc/pgx/v5/pgxpool"
)

type batches struct{ pool *pgxpool.Pool }

func (b *batches) write(ctx context.Context, rows []int) error {
	tx, err := b.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	return tx.Commit(ctx)
}

// A continue at the end of the body changes nothing.
func (b *batches) flush(ctx context.Context, rows []int) {
	for { // want `what is down or busy gets all attempts within moments: the loop repeats b\.write \(line \d+\) after a failure without a pause`
		err := b.write(ctx, rows)
		if err == nil {
			return
		}
		log.Print(err)
		if ctx.Err() != nil {
			return
		}
		continue
	}
}
