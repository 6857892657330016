package leftopen

import "github.com/jmoiron/sqlx"

// Next, a method of the rows within, closes them at their end: the loop is left before it.
func owner(db *sqlx.DB, key string) (string, error) {
	rows, err := db.Queryx("SELECT team FROM owners WHERE key = $1", key)
	if err != nil {
		return "", err
	}
	for rows.Next() {
		var team string
		if err := rows.Scan(&team); err != nil {
			return "", err // want `rows, opened at line \d+, stays open on this return`
		}
		if team != "" {
			return team, nil
		}
	}
	return "", rows.Err()
}
