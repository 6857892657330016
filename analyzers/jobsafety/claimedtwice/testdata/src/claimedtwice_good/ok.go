package good

import (
	"context"
	"database/sql"
)

type store struct{ db *sql.DB }

func (s *store) Claim(ctx context.Context) (id int64, err error) {
	err = s.db.QueryRowContext(ctx, `UPDATE jobs SET status = 'running', started_at = now() WHERE id = (
		SELECT id FROM jobs WHERE status = 'pending' OR status = 'running' AND started_at < now() - interval '1 hour'
		ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`).Scan(&id)
	return id, err
}
