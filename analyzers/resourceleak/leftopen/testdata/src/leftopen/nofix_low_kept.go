package leftopen

import "database/sql"

// Nothing is meant to end the catalog before the process does.
type catalog struct{ db *sql.DB }

func newCatalog(dsn string) (*catalog, error) {
	db, err := sql.Open("postgres", dsn) // want `catalog.db, opened here, is never closed: what it holds stays in use`
	if err != nil {
		return nil, err
	}
	return &catalog{db}, nil
}

func (c *catalog) Size() (n int, err error) {
	err = c.db.QueryRow("SELECT count(*) FROM goods").Scan(&n)
	return n, err
}
