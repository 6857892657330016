package leftopen

import (
	"database/sql"

	"gorm.io/gorm"
)

// A function of another package scans one row and leaves the rows open, where it fails as well.
func owners(db *gorm.DB, tokens []string) (list []int, errs []error) {
	rows, err := db.Table("tokens").Where("value IN (?)", tokens).Rows()
	if err != nil {
		return nil, []error{err}
	}
	for rows.Next() {
		var id int
		if err := db.ScanRows(rows, &id); err != nil {
			return nil, []error{err} // want `rows, opened at line \d+, stays open on this return`
		}
		list = append(list, id)
	}
	rows.Close()
	return list, nil
}

// Nothing closes them: their end does, where each one can be scanned.
func batch(db *gorm.DB) (list []int, err error) {
	rows, err := db.Table("tokens").Rows()
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var id int
		if err := db.ScanRows(rows, &id); err != nil {
			return nil, err // want `rows, opened at line \d+, stays open on this return`
		}
		list = append(list, id)
	}
	return list, rows.Err()
}

// Several errors are returned, or one in their place.
func several(db *sql.DB) []error {
	rows, err := db.Query("SELECT name FROM users")
	if err != nil {
		return []error{err}
	}
	if !rows.Next() {
		return []error{rows.Err()}
	}
	var name string
	if err := rows.Scan(&name); err != nil {
		return []error{err} // want `rows, opened at line \d+, stays open on this return`
	}
	rows.Close()
	return nil
}
