package secondconnection

import "database/sql"

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

func (s *store) sweep() error {
	rows, err := s.db.Query("SELECT id FROM jobs")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		if _, err := s.db.Exec("DELETE FROM jobs WHERE id = ?", id); err != nil { // want `s.db.Exec deadlocks: it needs a second connection while rows holds the only one of the pool \(line 18\)`
			return err
		}
	}
	return rows.Err()
}
