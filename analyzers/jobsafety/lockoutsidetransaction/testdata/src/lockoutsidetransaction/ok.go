package lockoutsidetransaction

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// It runs in the transaction.
func (c *coupons) okTx(ctx context.Context, code string) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var used bool
	if err := tx.QueryRowContext(ctx, `SELECT used FROM coupons WHERE code = $1 FOR UPDATE`, code).Scan(&used); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE coupons SET used = true WHERE code = $1`, code); err != nil {
		return err
	}
	return tx.Commit()
}

// One statement locks the row and changes it.
func (c *coupons) okOne(ctx context.Context) error {
	_, err := c.db.ExecContext(ctx, `UPDATE coupons SET used = true WHERE code IN (SELECT code FROM coupons WHERE NOT used LIMIT 1 FOR UPDATE SKIP LOCKED)`)
	return err
}

func (c *coupons) okWith(ctx context.Context) error {
	_, err := c.db.ExecContext(ctx, `WITH free AS (SELECT code FROM coupons WHERE NOT used LIMIT 1 FOR UPDATE) UPDATE coupons SET used = true FROM free WHERE coupons.code = free.code`)
	return err
}

// The transaction is begun by a statement, on the one connection.
func (c *coupons) okBySQL(ctx context.Context, code string) error {
	c.db.SetMaxOpenConns(1)
	if _, err := c.db.ExecContext(ctx, `BEGIN`); err != nil {
		return err
	}
	var used bool
	if err := c.db.QueryRowContext(ctx, `SELECT used FROM coupons WHERE code = $1 FOR UPDATE`, code).Scan(&used); err != nil {
		return err
	}
	_, err := c.db.ExecContext(ctx, `COMMIT`)
	return err
}

// The function is passed the transaction.
func (r *repo) okPassed(ctx context.Context, code string) error {
	return r.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		_, err := locked(ctx, tx, code)
		return err
	})
}

func (s *stock) okTx(id int64) error {
	return s.db.Transaction(func(tx *gorm.DB) error {
		var c coupon
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&c, id).Error; err != nil {
			return err
		}
		return tx.Save(&c).Error
	})
}

// It has the name of one.
func okNamed(tx *gorm.DB, id int64) error {
	var c coupon
	return tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&c, id).Error
}

func okBegun(db *gorm.DB, id int64) error {
	t := db.Begin()
	var c coupon
	if err := t.Clauses(clause.Locking{Strength: "UPDATE"}).First(&c, id).Error; err != nil {
		return err
	}
	return t.Commit().Error
}

var _ *sql.DB
