package commiterrordropped

import (
	"database/sql"
	"log"
)

// Nope. The caller gets it.
func returned(tx *sql.Tx, name string) error {
	if _, err := tx.Exec("INSERT INTO names VALUES ($1)", name); err != nil {
		return err
	}
	return tx.Commit()
}

// Nope. It is logged.
func logged(tx *sql.Tx, name string) {
	if _, err := tx.Exec("INSERT INTO names VALUES ($1)", name); err != nil {
		return
	}
	if err := tx.Commit(); err != nil {
		log.Print(err)
	}
}

// Nope. Nothing was written.
func read(db *sql.DB) (n int, err error) {
	tx, err := db.Begin()
	if err != nil {
		return 0, err
	}
	if err := tx.QueryRow("SELECT count(*) FROM names").Scan(&n); err != nil {
		_ = tx.Rollback()
		return 0, err
	}
	tx.Commit()
	return n, nil
}

// Nope. Nor does the function that gets it write.
func readByHelper(db *sql.DB) (int, error) {
	tx, err := db.Begin()
	if err != nil {
		return 0, err
	}
	n, err := namesIn(tx)
	tx.Commit()
	return n, err
}

func namesIn(tx *sql.Tx) (n int, err error) {
	err = tx.QueryRow("SELECT count(*) FROM names").Scan(&n)
	return n, err
}
