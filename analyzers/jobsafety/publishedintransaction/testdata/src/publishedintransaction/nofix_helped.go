package publishedintransaction

import (
	"context"
	"database/sql"

	"example.com/dbtx"
)

// A function of the package begins the transaction, and runs what it is passed in it.
func (t *till) inTx(ctx context.Context, fn func(tx *sql.Tx) error) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

func (t *till) Place(ctx context.Context, id string) error {
	return t.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO bills (id) VALUES ($1)", id); err != nil {
			return err
		}
		if err := t.tell(ctx, id); err != nil { // want `others see what may never be committed: t.tell leaves the transaction that t.inTx \(line 24\) begins`
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE credits SET reserved = reserved + 1 WHERE bill = $1", id)
		return err
	})
}

// So does one of another package.
func (t *till) Void(ctx context.Context, id string) error {
	return dbtx.InTx(ctx, t.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE bills SET void = true WHERE id = $1", id); err != nil {
			return err
		}
		return t.out.Publish(ctx, "bills.void", []byte(id)) // want `others see what may never be committed: t.out.Publish leaves the transaction that dbtx.InTx`
	})
}
