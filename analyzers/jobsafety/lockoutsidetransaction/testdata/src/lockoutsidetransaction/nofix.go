package lockoutsidetransaction

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type coupons struct{ db *sql.DB }

func (c *coupons) redeem(ctx context.Context, code, customer string) error {
	var used bool
	err := c.db.QueryRowContext(ctx, `SELECT used FROM coupons WHERE code = $1 FOR UPDATE`, code).Scan(&used) // want `another call may read the same row before it is changed: the lock of FOR UPDATE ends with the statement, which runs on c.db and in no transaction`
	if err != nil || used {
		return err
	}
	_, err = c.db.ExecContext(ctx, `UPDATE coupons SET used = true, customer = $2 WHERE code = $1`, code, customer)
	return err
}

// The statement runs in a function that is passed the pool.
type coupon struct {
	Code string
	Used bool
}

func locked(ctx context.Context, db bun.IDB, code string) (*coupon, error) {
	c := new(coupon)
	if err := db.NewSelect().Model(c).Where("code = ?", code).For("UPDATE").Scan(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

type repo struct{ db *bun.DB }

func (r *repo) redeem(ctx context.Context, code string) error {
	c, err := locked(ctx, r.db, code) // want `runs on r.db and in no transaction`
	if err != nil {
		return err
	}
	c.Used = true
	_, err = r.db.NewUpdate().Model(c).WherePK().Exec(ctx)
	return err
}

type stock struct{ db *gorm.DB }

func (s *stock) take(id int64) error {
	var c coupon
	if err := s.db.Clauses(clause.Locking{Strength: "UPDATE"}).First(&c, id).Error; err != nil { // want `runs on s.db and in no`
		return err
	}
	return s.db.Save(&c).Error
}
