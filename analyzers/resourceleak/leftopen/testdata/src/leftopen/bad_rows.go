package leftopen

import "database/sql"

// The loop is left before the end of the rows.
func known(db *sql.DB, wanted string) (bool, error) {
	rows, err := db.Query("SELECT name FROM users")
	if err != nil {
		return false, err
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return false, err // want `rows, opened at line \d+, stays open on this return`
		}
		if name == wanted {
			return true, nil
		}
	}
	return false, rows.Err()
}

// The loop closes the rows at their end alone: a NULL makes Scan fail.
func ages(db *sql.DB) (list []int, err error) {
	rows, err := db.Query("SELECT age FROM users")
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var age int
		if err := rows.Scan(&age); err != nil {
			return nil, err // want `rows, opened at line \d+, stays open on this return`
		}
		list = append(list, age)
	}
	return list, rows.Err()
}
