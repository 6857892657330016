package rollbackhideserror

import (
	"database/sql"
	"errors"
	"fmt"
)

func removeBoth(db *sql.DB, id int) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	if err := touch(tx, id); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if id < 0 {
		return tx.Rollback() // nothing has failed
	}
	if err := touch(tx, id+1); err != nil {
		if failed := tx.Rollback(); failed != nil {
			return fmt.Errorf("%w, and the rollback failed: %w", err, failed)
		}
		return err
	}
	return tx.Commit()
}
