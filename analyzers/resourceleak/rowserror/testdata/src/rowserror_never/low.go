package rowserror_never

import "database/sql"

func count(db *sql.DB, query string) (int, error) {
	rows, err := db.Query(query)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	n := 0
	for rows.Next() { // want `nothing asks rows.Err`
		n++
	}
	return n, nil
}

func sum(db *sql.DB, query string) (int, error) {
	rows, err := db.Query(query)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	total := 0
	for rows.Next() { // want `nothing asks rows.Err`
		var n int
		if err := rows.Scan(&n); err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

func largest(db *sql.DB, query string) (int, error) {
	rows, err := db.Query(query)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	most := 0
	for rows.Next() { // want `nothing asks rows.Err`
		var n int
		if err := rows.Scan(&n); err != nil {
			return 0, err
		}
		most = max(most, n)
	}
	return most, nil
}
