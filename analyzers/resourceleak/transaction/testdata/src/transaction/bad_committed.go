package transaction

import (
	"context"
	"database/sql"
)

func register(ctx context.Context, db *sql.DB, name string) error {
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
	if _, err = tx.Exec("INSERT INTO names VALUES ($1)", name); err != nil {
		return err
	}
	if err := count(tx, name); err != nil {
		return err // want `the transaction tx is committed although the function fails here: the deferred function tests another variable err, which is nil`
	}
	return nil
}

func count(tx *sql.Tx, name string) error {
	_, err := tx.Exec("UPDATE counts SET n = n + 1 WHERE name = $1", name)
	return err
}

// The other result is dropped.
func rename(ctx context.Context, db *sql.DB, name, to string) error {
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
	if _, err := tx.Exec("UPDATE names SET name = $2 WHERE name = $1", name, to); err != nil {
		return err // want `the transaction tx is committed although the function fails here`
	}
	return count(tx, to)
}
