package lostrowupdate

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

// The statement computes the value, where the condition holds.
func (p *points) okComputes(ctx context.Context, member string, cost int64) error {
	have, err := p.balance(ctx, member)
	if err != nil {
		return err
	}
	if have < cost {
		return errors.New("too few")
	}
	_, err = p.db.ExecContext(ctx, `UPDATE members SET points = points - $2 WHERE id = $1 AND points >= $2`, member, cost)
	return err
}

// It asks for the old value, or a version.
func (p *points) okOld(ctx context.Context, member string, cost int64) error {
	have, err := p.balance(ctx, member)
	if err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, `UPDATE members SET points = $2 WHERE id = $1 AND points = $3`, member, have-cost, have)
	return err
}

func (p *points) okVersion(ctx context.Context, member string, cost int64) error {
	var have, version int64
	err := p.db.QueryRowContext(ctx, `SELECT points, version FROM members WHERE id = $1`, member).Scan(&have, &version)
	if err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, `UPDATE members SET points = $2, version = version + 1 WHERE id = $1 AND version = $3`, member, have-cost, version)
	return err
}

// Both run in a transaction, which locks the row.
func (p *points) okLocks(ctx context.Context, member string, cost int64) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var have int64
	if err := tx.QueryRowContext(ctx, `SELECT points FROM members WHERE id = $1 FOR UPDATE`, member).Scan(&have); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE members SET points = $2 WHERE id = $1`, member, have-cost); err != nil {
		return err
	}
	return tx.Commit()
}

// What is stored does not depend on what is read.
func (p *points) okOther(ctx context.Context, member string, n int64) error {
	have, err := p.balance(ctx, member)
	if err != nil || have == n {
		return err
	}
	return p.set(ctx, member, n)
}

// It depends on another table.
func (p *points) okTable(ctx context.Context, member string, n int64) error {
	var price int64
	if err := p.db.QueryRowContext(ctx, `SELECT points FROM rewards WHERE id = $1`, n).Scan(&price); err != nil {
		return err
	}
	return p.set(ctx, member, price*2)
}

// So it does on another column.
func (p *points) okColumn(ctx context.Context, member string) error {
	var base int64
	if err := p.db.QueryRowContext(ctx, `SELECT base FROM members WHERE id = $1`, member).Scan(&base); err != nil {
		return err
	}
	return p.set(ctx, member, base*2)
}

// A record is stored with what a user has entered.
func okRename(id int64, name string) error {
	var u user
	if err := DB.First(&u, "id = ?", id).Error; err != nil {
		return err
	}
	u.Name = name + "!"
	return DB.Save(&u).Error
}

func okExpr(id, n int64) error {
	var u user
	if err := DB.First(&u, "id = ?", id).Error; err != nil {
		return err
	}
	return DB.Model(&user{}).Where("id = ? AND quota >= ?", id, n).Update("quota", u.Quota-n).Error
}

func okTx(id, n int64) error {
	return DB.Transaction(func(tx *gorm.DB) error {
		var u user
		if err := tx.First(&u, "id = ?", id).Error; err != nil {
			return err
		}
		u.Quota -= n
		return tx.Save(&u).Error
	})
}

func okNamed(id, n int64) error {
	return DB.Transaction(func(db *gorm.DB) error {
		var u user
		if err := db.First(&u, "id = ?", id).Error; err != nil {
			return err
		}
		u.Quota -= n
		return db.Save(&u).Error
	})
}

// Meant so, and says why.
func okMeant(id, n int64) error {
	var u user
	if err := DB.First(&u, "id = ?", id).Error; err != nil {
		return err
	}
	u.Quota -= n
	// Without a lock on purpose: one worker alone changes the quota.
	return DB.Save(&u).Error
}
