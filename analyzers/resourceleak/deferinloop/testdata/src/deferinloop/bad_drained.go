package deferinloop

import "database/sql"

// The helper reads one row.
func (t *tables) largest(names []string) (most int, err error) {
	for _, name := range names {
		rows, _, err := t.open(name)
		if err != nil {
			return 0, err
		}
		defer rows.Close() // want `rows.Close runs when the function returns`
		n, err := one(rows)
		if err != nil {
			return 0, err
		}
		most = max(most, n)
	}
	return most, nil
}

func one(rows *sql.Rows) (n int, err error) {
	if rows.Next() {
		return n, rows.Scan(&n)
	}
	return 0, rows.Err()
}

// One path of the pass does not read them.
func (t *tables) some(names []string, skip map[string]bool) (n int, err error) {
	for _, name := range names {
		rows, err := t.db.Query("SELECT 1 FROM " + name)
		if err != nil {
			return 0, err
		}
		defer rows.Close() // want `rows.Close runs when the function returns`
		if skip[name] {
			continue
		}
		for rows.Next() {
			n++
		}
	}
	return n, nil
}

// The helper fails, and the next pass opens more.
func (t *tables) lenient(names []string) (all []int) {
	for _, name := range names {
		rows, err := t.db.Query("SELECT size FROM " + name)
		if err != nil {
			continue
		}
		defer rows.Close() // want `rows.Close runs when the function returns`
		n, err := one(rows)
		if err != nil {
			continue
		}
		all = append(all, n)
	}
	return all
}
