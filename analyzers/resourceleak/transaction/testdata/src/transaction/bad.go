package transaction

import (
	"database/sql"
	"errors"
	"log"
	"net/http"
)

type ledger struct {
	db *sql.DB
}

func transfer(db *sql.DB, from, to string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE accounts SET n = n - 1 WHERE id = ?", from); err != nil {
		return err // want `the transaction tx, begun at line \d+, stays open on this return, with its connection and its locks`
	}
	if _, err := tx.Exec("UPDATE accounts SET n = n + 1 WHERE id = ?", to); err != nil {
		return err
	}
	return tx.Commit()
}

func (l *ledger) close(id string) (err error) {
	tx, err := l.db.Begin()
	if err != nil {
		return
	}
	_, err = tx.Exec("DELETE FROM accounts WHERE id = ?", id)
	if err != nil {
		return // want `the transaction tx, begun at line \d+, stays open on this return`
	}
	err = tx.Commit()
	return
}

func (l *ledger) handle(w http.ResponseWriter, r *http.Request) {
	tx, err := l.db.Begin()
	if err != nil {
		http.Error(w, err.Error(), 500)
		return
	}
	if r.FormValue("dry") != "" {
		return // want `the transaction tx, begun at line \d+, stays open on this return`
	}
	if err := insert(tx, r.FormValue("id")); err != nil {
		tx.Rollback()
		return
	}
	tx.Commit()
}

func insert(tx *sql.Tx, id string) error {
	_, err := tx.Exec("INSERT INTO accounts VALUES (?)", id)
	return err
}

func forgotten(db *sql.DB) {
	tx, err := db.Begin()
	if err != nil {
		log.Print(err)
		return
	}
	if err := insert(tx, "a"); err != nil {
		log.Print(err)
	}
} // want `the transaction tx, begun at line \d+, stays open on this return`

func closure(db *sql.DB) func() error {
	return func() error {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		if err := insert(tx, "b"); err != nil {
			return err // want `the transaction tx, begun at line \d+, stays open on this return`
		}
		return tx.Commit()
	}
}

// The rows are read within the transaction, which stays open for a row that is not found.
func lookup(db *sql.DB, id string) (n int, err error) {
	tx, err := db.Begin()
	if err != nil {
		return 0, err
	}
	err = tx.QueryRow("SELECT n FROM accounts WHERE id = ?", id).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil // want `the transaction tx, begun at line \d+, stays open on this return`
	}
	if err != nil {
		tx.Rollback()
		return 0, err
	}
	return n, tx.Commit()
}

// begun is a helper of the package: its callers have the duty to end it.
func (l *ledger) begun() (*sql.Tx, error) {
	return l.db.Begin()
}
