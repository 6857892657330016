package commiterrordropped

import "database/sql"

// The blank identifier says that it is on purpose.
func blank(tx *sql.Tx, name string) error {
	if _, err := tx.Exec("INSERT INTO names VALUES ($1)", name); err != nil {
		return err
	}
	_ = tx.Commit() // want `the error of tx.Commit is dropped`
	return nil
}
