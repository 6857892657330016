package transaction

import (
	"context"
	"database/sql"
)

// remove returns the error in the variable that its deferred literal asks.
func remove(ctx context.Context, db *sql.DB, topic string) (err error) {
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			tx.Rollback()
			panic(p)
		}
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
		return errGone
	}
	return tx.Commit()
}

// settle ends it in both cases.
func settle(ctx context.Context, db *sql.DB, topic string) error {
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tx.Rollback()
		} else {
			tx.Commit()
		}
	}()
	var known bool
	if err = tx.QueryRow("SELECT true FROM topics WHERE topic = $1", topic).Scan(&known); err == nil {
		return errGone
	}
	_, err = tx.Exec("INSERT INTO topics VALUES ($1)", topic)
	return err
}

// register has a named result, which the return of the new variable sets.
func registerNamed(ctx context.Context, db *sql.DB, name string) (err error) {
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tx.Rollback()
		} else {
			tx.Commit()
		}
	}()
	if err := count(tx, name); err != nil {
		return err
	}
	return nil
}
