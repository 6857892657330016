package secondconnection

import (
	"database/sql"
	"errors"
)

type store struct{ db *sql.DB }

// SQLite has a single writer.
func open(path string) (*store, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return &store{db}, nil
}

// Nope. The rows have returned their connection.
func (s *store) sweep() error {
	rows, err := s.db.Query("SELECT id FROM jobs")
	if err != nil {
		return err
	}
	defer rows.Close()
	var ids []int
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		ids = append(ids, id)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := s.db.Exec("DELETE FROM jobs WHERE id = ?", id); err != nil {
			return err
		}
	}
	return nil
}
