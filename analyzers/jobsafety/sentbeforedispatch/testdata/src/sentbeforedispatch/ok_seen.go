package sentbeforedispatch

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"
)

var errKnown = errors.New("known")

// A failure takes the key back.
type rows struct {
	db   *sql.DB
	seen map[string]bool
}

func (s *rows) known(id string) bool {
	if _, ok := s.seen[id]; ok {
		return true
	}
	s.seen[id] = true
	return false
}

func (s *rows) save(ctx context.Context, id string) error {
	if s.known(id) {
		return nil
	}
	_, err := s.db.ExecContext(ctx, "INSERT INTO rows (id) VALUES ($1)", id)
	if err != nil {
		delete(s.seen, id)
	}
	return err
}

// It only asks.
func (s *items) asks(id string) bool {
	if _, ok := s.seen[id]; ok {
		return true
	}
	return false
}

func (s *items) asked(ctx context.Context, id string) error {
	if s.asks(id) {
		return nil
	}
	if _, err := s.db.ExecContext(ctx, "INSERT INTO items (id) VALUES ($1)", id); err != nil {
		return err
	}
	s.seen[id] = time.Now()
	return nil
}

// The failure is only logged, and nothing tries again.
func (s *items) logged(ctx context.Context, id string) error {
	if s.known(id) {
		return nil
	}
	if _, err := s.db.ExecContext(ctx, "INSERT INTO items (id) VALUES ($1)", id); err != nil {
		log.Print(err)
	}
	return nil
}

// The second attempt is refused, which its caller sees.
func (s *items) refused(ctx context.Context, id string) error {
	if s.known(id) {
		return errKnown
	}
	_, err := s.db.ExecContext(ctx, "INSERT INTO items (id) VALUES ($1)", id)
	return err
}
