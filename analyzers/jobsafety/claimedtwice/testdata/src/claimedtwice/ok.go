package claimedtwice

import "context"

// The update asks for the state again.
func (s *store) asked(ctx context.Context) (id int64, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT id FROM tasks WHERE status = 'pending' LIMIT 1`).Scan(&id)
	if err != nil {
		return 0, err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE tasks SET status = 'running' WHERE id = $1 AND status = 'pending'`, id)
	return id, err
}

// One statement claims and returns.
func (s *store) atOnce(ctx context.Context) ([]int64, error) {
	return s.ids(ctx, `UPDATE tasks SET status = 'running' WHERE id IN (
		SELECT id FROM tasks WHERE status = 'pending' LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id`, 10)
}

// The rows are locked.
func (s *store) locked(ctx context.Context) (id int64, err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	if err := tx.QueryRowContext(ctx, `SELECT id FROM parcels WHERE status = 'new' LIMIT 1 FOR UPDATE SKIP LOCKED`).Scan(&id); err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE parcels SET status = 'taken' WHERE id = $1`, id); err != nil {
		return 0, err
	}
	return id, tx.Commit()
}

// One replica at a time has the lock of the database.
func (s *store) advisory(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, `SELECT pg_advisory_lock(7)`); err != nil {
		return err
	}
	ids, err := s.ids(ctx, `SELECT id FROM visits WHERE status = 'new' LIMIT $1`, 5)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := s.db.ExecContext(ctx, `UPDATE visits SET status = 'done' WHERE id = $1`, id); err != nil {
			return err
		}
	}
	return nil
}

// What is counted is not taken.
func (s *store) count(ctx context.Context, id int64) (n int, err error) {
	if err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM carts WHERE status = 'open'`).Scan(&n); err != nil {
		return 0, err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE carts SET status = 'closed' WHERE id = $1`, id)
	return n, err
}

// The column is no state: any value may be asked for.
func (s *store) rename(ctx context.Context, old, name string) error {
	ids, err := s.ids(ctx, `SELECT id FROM users WHERE name = $1`, old)
	if err != nil || len(ids) == 0 {
		return err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE users SET name = $1 WHERE id = $2`, name, ids[0])
	return err
}

// Nothing runs both.
func (s *store) open(ctx context.Context) ([]int64, error) {
	return s.ids(ctx, `SELECT id FROM tickets WHERE status = 'open' LIMIT $1`, 50)
}

func (s *store) close(ctx context.Context, id int64) error {
	_, err := s.db.ExecContext(ctx, `UPDATE tickets SET status = 'closed' WHERE id = $1`, id)
	return err
}
