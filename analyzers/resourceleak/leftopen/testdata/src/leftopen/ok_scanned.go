package leftopen

import "gorm.io/gorm"

// Silent: closed on each path.
func scanned(db *gorm.DB) (list []int, errs []error) {
	rows, err := db.Table("tokens").Rows()
	if err != nil {
		return nil, []error{err}
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		if err := db.ScanRows(rows, &id); err != nil {
			return nil, []error{err}
		}
		list = append(list, id)
	}
	return list, nil
}

// Silent: the pass that cannot be scanned is left out, and the end closes them.
func lenient(db *gorm.DB) (list []int) {
	rows, err := db.Table("tokens").Rows()
	if err != nil {
		return nil
	}
	for rows.Next() {
		var id int
		if err := db.ScanRows(rows, &id); err == nil {
			list = append(list, id)
		}
	}
	return list
}
