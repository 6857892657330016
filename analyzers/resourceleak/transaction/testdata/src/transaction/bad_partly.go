package transaction

import (
	"database/sql"
	"errors"
)

// The helper that commits leaves the transaction open where it refuses.
func move(db *sql.DB, from, to, amount int) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	if _, err := tx.Exec("update accounts set balance = balance - ? where id = ?", amount, from); err != nil {
		tx.Rollback()
		return err
	}
	if _, err := tx.Exec("update accounts set balance = balance + ? where id = ?", amount, to); err != nil {
		tx.Rollback()
		return err
	}
	if err := commitChecked(tx, from); err != nil {
		return err // want `the transaction tx, begun at line 10, stays open on this return`
	}
	return nil
}

func commitChecked(tx *sql.Tx, id int) error {
	var balance int
	if err := tx.QueryRow("select balance from accounts where id = ?", id).Scan(&balance); err != nil {
		return err
	}
	if balance < 0 {
		return errors.New("balance")
	}
	return tx.Commit()
}
