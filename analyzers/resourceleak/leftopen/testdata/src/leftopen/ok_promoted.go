package leftopen

import "github.com/jmoiron/sqlx"

// Silent: Next closes the rows within at their end, and the loop has no other exit.
func numberOfOwners(db *sqlx.DB) (n int, err error) {
	rows, err := db.Queryx("SELECT team FROM owners")
	if err != nil {
		return 0, err
	}
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}
