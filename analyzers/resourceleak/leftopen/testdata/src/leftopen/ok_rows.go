package leftopen

import "database/sql"

// Silent: the rows are closed at their end, and the loop has no other exit.
func countRows(db *sql.DB) (n int, err error) {
	rows, err := db.Query("SELECT name FROM users")
	if err != nil {
		return 0, err
	}
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

// Silent: a helper of the package reads them to their end.
func numberOfUsers(db *sql.DB) (int, error) {
	rows, err := db.Query("SELECT name FROM users")
	if err != nil {
		return 0, err
	}
	return number(rows), nil
}

func number(rows *sql.Rows) (n int) {
	for rows.Next() {
		n++
	}
	return n
}
