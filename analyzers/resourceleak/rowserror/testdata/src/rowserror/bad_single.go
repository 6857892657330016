package rowserror

import (
	"database/sql"
	"errors"
)

var errNotFound = errors.New("not found")

type shelf struct{ title string }

// A database that fails has no such book.
func (s *store) find(title string) (*shelf, error) {
	rows, err := s.db.Query("SELECT title FROM book WHERE title = ?", title)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() { // want `a query that fails looks like one without a row: rows.Next also returns false when the connection fails or the context ends, and nothing asks rows.Err`
		return nil, errNotFound
	}
	var found shelf
	return &found, rows.Scan(&found.title)
}

func (s *store) fill(found *shelf) error {
	rows, err := s.db.Query("SELECT title FROM book LIMIT 1")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	if rows.Next() { // want `a query that fails looks like one without a row`
		if err := rows.Scan(&found.title); err != nil {
			return err
		}
		return nil
	}
	return errNotFound
}

func (s *store) exists(title string) (bool, error) {
	rows, err := s.db.Query("SELECT 1 FROM book WHERE title = ?", title)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	return rows.Next(), nil // want `a query that fails looks like one without a row`
}

func (s *store) size() (n int, err error) {
	rows, err := s.db.Query("SELECT count(*) FROM book")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	if rows.Next() { // want `a query that fails looks like one without a row`
		err = rows.Scan(&n)
	}
	return n, err
}

func (s *store) known(title string) (string, error) {
	rows, err := s.db.Query("SELECT title FROM book WHERE title = ?", title)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	if rows.Next() { // want `a query that fails looks like one without a row`
		return title, nil
	} else {
		return "", errNotFound
	}
}

// No caller asks for the error of the rows that the helper reads.
func (s *store) letters() (int, error) {
	rows, err := s.db.Query("SELECT title FROM book")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	return letters(rows, true)
}

func letters(rows *sql.Rows, fast bool) (n int, err error) {
	if fast {
		for rows.Next() { // want `result may be incomplete without an error`
			n++
		}
		return n, nil
	}
	for rows.Next() { // want `result may be incomplete without an error`
		var title string
		if err := rows.Scan(&title); err != nil {
			return 0, err
		}
		n += len(title)
	}
	return n, nil
}

// A loop that is left where there is no more.
func (s *store) all() (list []string, err error) {
	rows, err := s.db.Query("SELECT title FROM book")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for {
		if !rows.Next() { // want `result may be incomplete without an error`
			break
		}
		var title string
		if err := rows.Scan(&title); err != nil {
			return nil, err
		}
		list = append(list, title)
	}
	return list, nil
}
