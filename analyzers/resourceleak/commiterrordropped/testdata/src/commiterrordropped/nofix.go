package commiterrordropped

import "database/sql"

// The caller gets the number, and no error that could say that nothing is stored.
func count(db *sql.DB, name string) (int, bool) {
	tx, err := db.Begin()
	if err != nil {
		return 0, false
	}
	res, err := tx.Exec("INSERT INTO names VALUES ($1)", name)
	if err != nil {
		_ = tx.Rollback()
		return 0, false
	}
	defer tx.Commit() // want `the error of tx.Commit is dropped`
	n, err := res.RowsAffected()
	return int(n), err == nil
}

// A helper writes.
func helped(db *sql.DB, write func(*sql.Tx) error) {
	tx, err := db.Begin()
	if err != nil {
		return
	}
	if err := write(tx); err != nil {
		_ = tx.Rollback()
		return
	}
	tx.Commit() // want `the error of tx.Commit is dropped`
}
