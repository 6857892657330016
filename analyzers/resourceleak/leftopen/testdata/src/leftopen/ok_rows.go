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
