package sentbeforedispatch

import (
	"context"
	"database/sql"
	"sync"
	"time"
)

type items struct {
	db   *sql.DB
	mu   sync.Mutex
	seen map[string]time.Time
}

func (s *items) known(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.seen[id]; ok {
		return true
	}
	s.seen[id] = time.Now()
	return false
}

// The next attempt finds the ID.
func (s *items) save(ctx context.Context, id, title string) (bool, error) {
	if s.known(id) { // want `work is lost when s.db.ExecContext \(line 31\) fails: s.known has already noted the key, and the next attempt finds it there and returns`
		return false, nil
	}
	res, err := s.db.ExecContext(ctx, "INSERT INTO items (id, title) VALUES ($1, $2)", id, title)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}
