package rowserror

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
)

func titles(db *sql.DB) ([]string, error) {
	rows, err := db.Query("SELECT title FROM book")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []string
	for rows.Next() { // want `result may be incomplete without an error: rows.Next also returns false when the connection fails or the context ends, and nothing asks rows.Err`
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

func copies(ctx context.Context, tx pgx.Tx) (map[string]int, error) {
	found, err := tx.Query(ctx, "SELECT title, count(*) FROM copy GROUP BY title")
	if err != nil {
		return nil, err
	}
	defer found.Close()
	counts := make(map[string]int)
	for found.Next() { // want `found.Next also returns false`
		title, n, err := scan(found)
		if err != nil {
			return nil, err
		}
		counts[title] += n
	}
	delete(counts, "")
	return counts, nil
}

func scan(row interface{ Scan(...any) error }) (title string, n int, err error) {
	err = row.Scan(&title, &n)
	return title, n, err
}

type store struct{ db *sql.DB }

func (s *store) each(f func(string) error) error {
	rows, err := s.db.Query("SELECT title FROM book")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() { // want `rows.Next also returns false`
		var title string
		if err := rows.Scan(&title); err != nil {
			return err
		}
		if err := f(title); err != nil {
			return err
		}
	}
	return f("")
}
