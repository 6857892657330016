package commiterrordropped

import (
	"context"
	"database/sql"
)

func move(ctx context.Context, db *sql.DB, from, to, amount int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = balance - $1 WHERE id = $2", amount, from); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = balance + $1 WHERE id = $2", amount, to); err != nil {
		return err
	}
	tx.Commit() // want `what was written is taken for stored although it may not be: the error of tx.Commit is dropped`
	return nil
}

func store(db *sql.DB, name string) (err error) {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
		} else {
			tx.Commit() // want `the error of tx.Commit is dropped`
		}
	}()
	_, err = tx.Exec("INSERT INTO names VALUES ($1)", name)
	return err
}

// The function has a result beside the error.
func created(db *sql.DB, name string) (*sql.DB, error) {
	tx, err := db.Begin()
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec("INSERT INTO names VALUES ($1)", name); err != nil {
		_ = tx.Rollback()
		return nil, err
	}
	tx.Commit() // want `the error of tx.Commit is dropped`
	return db, nil
}
