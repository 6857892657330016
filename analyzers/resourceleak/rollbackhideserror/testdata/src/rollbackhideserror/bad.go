package rollbackhideserror

import (
	"context"
	"database/sql"
)

func remove(db *sql.DB, id int) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	_, err = tx.Exec("DELETE FROM members WHERE role = ?", id)
	if err == nil {
		_, err = tx.Exec("DELETE FROM roles WHERE id = ?", id)
	}
	if err != nil {
		return tx.Rollback() // want `a failure is reported as success: err is replaced by the result of tx.Rollback`
	}
	return tx.Commit()
}

func rename(ctx context.Context, db *sql.DB, id int, name string) (changed bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE roles SET name = ? WHERE id = ?", name, id); err != nil {
		return false, tx.Rollback() // want `err is replaced by the result of tx.Rollback`
	}
	if err = touch(tx, id); err != nil {
		err = tx.Rollback() // want `err is replaced by the result of tx.Rollback`
		return false, err
	}
	return true, tx.Commit()
}

func touch(tx *sql.Tx, id int) error {
	_, err := tx.Exec("UPDATE roles SET changed = now() WHERE id = ?", id)
	return err
}
