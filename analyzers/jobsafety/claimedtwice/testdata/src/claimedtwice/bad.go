package claimedtwice

import (
	"context"
	"database/sql"
)

type store struct{ db *sql.DB }

func (s *store) Claim(ctx context.Context) (id int64, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT id FROM jobs WHERE status = 'pending' ORDER BY id LIMIT 1`).Scan(&id) // want `two replicas work on the same rows: both select them here before either sets status at line 15, which does not ask for it again`
	if err != nil {
		return 0, err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE jobs SET status = 'running', started_at = now() WHERE id = $1`, id)
	return id, err
}

// A function of the package runs the query.
func (s *store) reminders(ctx context.Context, n int) ([]int64, error) {
	ids, err := s.ids(ctx, `SELECT id FROM reminders WHERE state = 'new' ORDER BY id LIMIT $1`, n) // want `both select them here before either sets state`
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if _, err := s.db.ExecContext(ctx, `UPDATE reminders SET state = 'taken' WHERE id = $1`, id); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

func (s *store) ids(ctx context.Context, query string, args ...any) ([]int64, error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		list = append(list, id)
	}
	return list, rows.Err()
}

type relay struct {
	*store
	publish func(id int64) error
}

// Another function selects what is not yet sent.
func (r *relay) unsent(ctx context.Context) ([]int64, error) {
	return r.ids(ctx, `SELECT id FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT $1`, 100) // want `both select them here before either sets sent_at`
}

func (r *relay) pass(ctx context.Context) error {
	ids, err := r.unsent(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := r.publish(id); err != nil {
			return err
		}
		if err := r.mark(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (r *relay) mark(ctx context.Context, id int64) error {
	_, err := r.db.ExecContext(ctx, `UPDATE outbox SET sent_at = now() WHERE id = $1`, id)
	return err
}
