package deferinloop

import "database/sql"

type tables struct{ db *sql.DB }

func (t *tables) open(name string) (*sql.Rows, string, error) {
	rows, err := t.db.Query("SELECT size FROM " + name)
	return rows, name, err
}

// Silent: a helper reads the rows of each pass to their end, which closes them.
func (t *tables) sizes(names []string, first bool) (all []int, err error) {
	for _, name := range names {
		rows, _, err := t.open(name)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		list, err := numbers(rows, first)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

func numbers(rows *sql.Rows, only bool) (list []int, err error) {
	if only {
		for rows.Next() {
			list = append(list, 0)
		}
		return list, rows.Err()
	}
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// Silent: the pass itself reads them, on each of its paths.
func (t *tables) counts(names []string, double bool) (n int, err error) {
	for _, name := range names {
		rows, err := t.db.Query("SELECT 1 FROM " + name)
		if err != nil {
			continue
		}
		defer rows.Close()
		if double {
			for rows.Next() {
				n += 2
			}
			continue
		}
		for rows.Next() {
			n++
		}
	}
	return n, nil
}

// Silent: declared by var.
func (t *tables) vars(names []string) (n int, err error) {
	for _, name := range names {
		var rows, err = t.db.Query("SELECT 1 FROM " + name)
		if err != nil {
			return 0, err
		}
		defer rows.Close()
		for rows.Next() {
			n++
		}
	}
	return n, nil
}
