package leftopen

import "database/sql"

// The helper reads them to their end, unless one cannot be scanned.
func allAges(db *sql.DB) ([]int, error) {
	rows, err := db.Query("SELECT age FROM users") // want `rows, opened here, is never closed`
	if err != nil {
		return nil, err
	}
	return readAges(rows)
}

func readAges(rows *sql.Rows) (list []int, err error) {
	for rows.Next() {
		var age int
		if err := rows.Scan(&age); err != nil {
			return nil, err
		}
		list = append(list, age)
	}
	return list, rows.Err()
}
