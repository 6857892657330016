package lostrowupdate_good

import (
	"context"
	"database/sql"
	"errors"
)

type points struct{ db *sql.DB }

func (p *points) redeem(ctx context.Context, member string, cost int64) error {
	res, err := p.db.ExecContext(ctx, `UPDATE members SET points = points - $2, updated_at = now() WHERE id = $1 AND points >= $2`, member, cost)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return errors.New("too few")
	}
	return nil
}
