package backgroundoverparam

import (
	"context"
	"database/sql"
)

// A sampler ends with its context; what callers ask for does not.
type sampler struct {
	ctx context.Context
	db  *sql.DB
}

func (s *sampler) run() {
	for s.ctx.Err() == nil {
		s.db.ExecContext(s.ctx, "insert into samples values (1)")
	}
}

func newSampler(ctx context.Context, db *sql.DB) *sampler {
	s := &sampler{ctx, db}
	go s.run()
	return s
}

// Silent: only the goroutine works with the field.
func (s *sampler) last() (n int, err error) {
	err = s.db.QueryRowContext(context.Background(), "select max(n) from samples").Scan(&n)
	return n, err
}

// Silent: what is subscribed runs later.
func subscribe(ctx context.Context, db *sql.DB, onEvent func(func(string) error) error) error {
	return onEvent(func(name string) error {
		_, err := db.ExecContext(context.Background(), "insert into events values (?)", name)
		return err
	})
}
