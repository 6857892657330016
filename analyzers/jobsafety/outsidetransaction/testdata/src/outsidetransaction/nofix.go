package outsidetransaction

import (
	"context"
	"database/sql"
)

func (l *ledger) number(ctx context.Context) (no int64, err error) {
	err = l.db.QueryRowContext(ctx, "UPDATE numbers SET last = last + 1 RETURNING last").Scan(&no)
	return no, err
}

// A method runs the statement.
func (l *ledger) numbered(ctx context.Context, text string) error {
	return l.inTx(ctx, func(tx *sql.Tx) error {
		no, err := l.number(ctx) // want `l.number is not part of the transaction that l.inTx \(line 15\) begins, and a rollback does not undo it: it runs on l.db`
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO entries VALUES ($1, $2)", no, text)
		return err
	})
}
