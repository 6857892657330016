package rowserror

import (
	"context"
	"errors"
)

type answer struct {
	title string
	err   error
}

// The error goes to a channel, as that of a row does.
func (s *store) stream(ctx context.Context) (<-chan string, <-chan error) {
	titles, failed := make(chan string, 9), make(chan error, 1)
	go func() {
		defer close(titles)
		rows, err := s.db.QueryContext(ctx, "SELECT title FROM book")
		if err != nil {
			failed <- errors.Join(err)
			return
		}
		defer rows.Close()
		for rows.Next() { // want `rows.Next also returns false`
			var title string
			if err = rows.Scan(&title); err != nil {
				failed <- errors.Join(err)
				return
			}
			titles <- title
		}
		failed <- nil
	}()
	return titles, failed
}

// The error is a part of the result.
func (s *store) answer(ctx context.Context) *answer {
	rows, err := s.db.QueryContext(ctx, "SELECT title FROM book LIMIT 1")
	if err != nil {
		return &answer{err: err}
	}
	defer rows.Close()
	if rows.Next() { // want `rows.Next also returns false`
		var title string
		if err := rows.Scan(&title); err != nil {
			return &answer{err: errors.Join(err)}
		}
		return &answer{title: title}
	}
	return &answer{}
}
