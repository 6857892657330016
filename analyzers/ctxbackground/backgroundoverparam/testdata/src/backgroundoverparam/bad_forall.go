package backgroundoverparam

import (
	"context"
	"database/sql"
)

// The lock is not held, and what is found is for the caller alone.
func (s *settings) Find(ctx context.Context, name string) (*sql.Rows, error) {
	return s.find(name)
}

func (s *settings) find(name string) (*sql.Rows, error) {
	s.mu.Lock()
	db := s.db
	s.mu.Unlock()
	return db.QueryContext(context.Background(), "select * from settings where name = $1", name) // want `db.QueryContext keeps running after the caller's context is canceled`
}
