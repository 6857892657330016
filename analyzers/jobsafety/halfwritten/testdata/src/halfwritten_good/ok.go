package halfwritten_good

import (
	"context"
	"database/sql"
)

type groups struct{ db *sql.DB }

func (g *groups) create(ctx context.Context, name string, owner int64) (int64, error) {
	tx, err := g.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	var id int64
	err = tx.QueryRowContext(ctx, `INSERT INTO groups (name) VALUES ($1) RETURNING id`, name).Scan(&id)
	if err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO members (group_id, user_id) VALUES ($1, $2)`, id, owner); err != nil {
		return 0, err
	}
	return id, tx.Commit()
}
