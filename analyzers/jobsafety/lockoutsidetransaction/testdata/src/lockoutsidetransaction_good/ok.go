package lockoutsidetransaction_good

import (
	"context"
	"database/sql"
)

type coupons struct{ db *sql.DB }

func (c *coupons) redeem(ctx context.Context, code, customer string) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var used bool
	err = tx.QueryRowContext(ctx, `SELECT used FROM coupons WHERE code = $1 FOR UPDATE`, code).Scan(&used)
	if err != nil || used {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE coupons SET used = true, customer = $2 WHERE code = $1`, code, customer); err != nil {
		return err
	}
	return tx.Commit()
}
