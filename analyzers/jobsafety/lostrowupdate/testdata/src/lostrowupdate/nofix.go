package lostrowupdate

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm"
)

type points struct{ db *sql.DB }

func (p *points) redeem(ctx context.Context, member string, cost int64) error {
	var have int64
	err := p.db.QueryRowContext(ctx, `SELECT points FROM members WHERE id = $1`, member).Scan(&have)
	if err != nil {
		return err
	}
	if have < cost {
		return errors.New("too few")
	}
	_, err = p.db.ExecContext(ctx, `UPDATE members SET points = $2, updated_at = now() WHERE id = $1`, member, have-cost) // want `an update by another call is lost: p.db.ExecContext stores what was computed from the row that p.db.QueryRowContext \(line 15\) has read, in no transaction`
	return err
}

// Functions of the package run the statements.
func (p *points) balance(ctx context.Context, member string) (int64, error) {
	var n int64
	err := p.db.QueryRowContext(ctx, `SELECT points FROM members WHERE id = $1`, member).Scan(&n)
	return n, err
}

func (p *points) set(ctx context.Context, member string, n int64) error {
	_, err := p.db.ExecContext(ctx, `UPDATE members SET points = ? WHERE id = ?`, n, member)
	return err
}

func (p *points) redeemBy(ctx context.Context, member string, cost int64) error {
	have, err := p.balance(ctx, member)
	if err != nil {
		return err
	}
	left := have - cost
	return p.set(ctx, member, left) // want `an update by another call is lost: p.set stores what was computed from the row that p.balance \(line 39\) has read`
}

// The value is a field of what is read.
type account struct {
	id    int64
	cents int64
	tries int
}

func (p *points) load(ctx context.Context, id int64) (*account, error) {
	var a account
	row := p.db.QueryRowContext(ctx, `SELECT a.id, a.cents, a.tries FROM accounts a WHERE a.id = $1`, id)
	if err := row.Scan(&a.id, &a.cents, &a.tries); err != nil {
		return nil, err
	}
	return &a, nil
}

func (p *points) pay(ctx context.Context, id, cents int64) error {
	acc, err := p.load(ctx, id)
	if err != nil {
		return err
	}
	acc.cents -= cents
	if _, err := p.db.ExecContext(ctx, `UPDATE accounts SET cents = $1 WHERE id = $2`, acc.cents, acc.id); err != nil { // want `an update by another call is lost`
		return err
	}
	return nil
}

// Records of gorm are stored as a whole, or by column.
type user struct {
	ID    int64
	Quota int64
	Name  string
}

var DB *gorm.DB

func spend(id, n int64) error {
	var u user
	if err := DB.First(&u, "id = ?", id).Error; err != nil {
		return err
	}
	u.Quota -= n
	return DB.Save(&u).Error // want `an update by another call is lost`
}

func spendColumn(id, n int64) error {
	var u user
	if err := DB.First(&u, "id = ?", id).Error; err != nil {
		return err
	}
	return DB.Model(&user{}).Where("id = ?", id).Update("quota", u.Quota-n).Error // want `an update by another call is lost`
}

func userOf(id int64) (*user, error) {
	var u user
	err := DB.First(&u, "id = ?", id).Error
	return &u, err
}

func (u *user) store() error { return DB.Save(u).Error }

func spendOf(id, n int64) error {
	u, err := userOf(id)
	if err != nil {
		return err
	}
	u.Quota = u.Quota - n
	return u.store() // want `an update by another call is lost`
}
