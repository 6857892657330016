// Package rowserror_never asks for the error of rows nowhere.
package rowserror_never

import "database/sql"

func names(db *sql.DB, query string) ([]string, error) {
	rows, err := db.Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []string
	for rows.Next() { // want `nothing asks rows.Err`
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}
