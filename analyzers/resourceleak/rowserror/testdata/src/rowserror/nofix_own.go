package rowserror

import "fmt"

// What has failed is said there, or concerns the row.
func (s *store) tell(to chan<- error) {
	rows, err := s.db.Query("SELECT title FROM book")
	if err != nil {
		to <- err
		return
	}
	defer rows.Close()
	for rows.Next() { // want `rows.Next also returns false`
		var title string
		if err := rows.Scan(&title); err != nil {
			to <- fmt.Errorf("scanning %s: %w", title, err)
			return
		}
	}
	to <- nil
}
