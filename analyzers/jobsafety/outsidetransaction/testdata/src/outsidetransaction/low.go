package outsidetransaction

import (
	"context"
	"database/sql"
)

// What is read may be nothing that the transaction changes.
func (l *ledger) named(ctx context.Context, id string) error {
	return l.inTx(ctx, func(tx *sql.Tx) error {
		var name string
		if err := l.db.QueryRowContext(ctx, "SELECT name FROM accounts WHERE id = $1", id).Scan(&name); err != nil { // want `l.db.QueryRowContext does not see what the transaction of l.inTx \(line 10\) has changed, and takes a second connection: it runs on l.db .*low confidence`
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO entries VALUES ($1, $2)", id, name)
		return err
	})
}
