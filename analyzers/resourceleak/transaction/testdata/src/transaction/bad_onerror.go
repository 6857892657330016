package transaction

import (
	"context"
	"database/sql"
	"errors"
)

var errGone = errors.New("gone")

// unsubscribe returns an error that its deferred literal does not ask for.
func unsubscribe(ctx context.Context, db *sql.DB, topic string) error {
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tx.Rollback()
		}
	}()
	res, err := tx.Exec("UPDATE subscriptions SET deleted = true WHERE topic = $1", topic)
	if err != nil {
		return err
	}
	affected, err := res.RowsAffected()
	if err == nil && affected == 0 {
		return errGone // want `the transaction tx, begun at line 13, stays open on this return`
	}
	if _, err = tx.Exec("DELETE FROM log WHERE topic = $1", topic); err != nil {
		return err
	}
	return tx.Commit()
}
