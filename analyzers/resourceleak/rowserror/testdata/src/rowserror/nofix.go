package rowserror

import (
	"database/sql"
	"log"
)

func (s *store) print() {
	rows, err := s.db.Query("SELECT title FROM book")
	if err != nil {
		log.Print(err)
		return
	}
	defer rows.Close()
	for rows.Next() { // want `rows.Next also returns false`
		var title sql.NullString
		if rows.Scan(&title) == nil {
			log.Print(title.String)
		}
	}
}
