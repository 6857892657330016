package backgroundoverparam

import (
	"context"
	"database/sql"
	"sync"
	"sync/atomic"
)

type settings struct {
	db     *sql.DB
	mu     sync.Mutex
	loaded *sql.Rows
	filled atomic.Bool
	first  atomic.Pointer[sql.Rows]
}

// One caller loads what all of them get.
func (s *settings) Get(ctx context.Context) (*sql.Rows, error) {
	return s.current()
}

func (s *settings) current() (*sql.Rows, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded == nil {
		rows, err := s.db.QueryContext(context.Background(), "select * from settings") // want `s.db.QueryContext keeps running after the caller's context is canceled`
		if err != nil {
			return nil, err
		}
		s.loaded = rows
	}
	return s.loaded, nil
}

func (s *settings) First(ctx context.Context) error {
	return s.fill()
}

func (s *settings) fill() error {
	if s.filled.CompareAndSwap(false, true) {
		rows, err := s.db.QueryContext(context.Background(), "select * from settings") // want `s.db.QueryContext keeps running after the caller's context is canceled`
		if err != nil {
			return err
		}
		s.first.Store(rows)
	}
	return nil
}
