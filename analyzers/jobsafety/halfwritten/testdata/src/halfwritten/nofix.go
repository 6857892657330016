package halfwritten

import (
	"context"
	"database/sql"

	"gorm.io/gorm"
)

type groups struct{ db *sql.DB }

// The second row refers to the first.
func (g *groups) create(ctx context.Context, name string, owner int64) (int64, error) {
	var id int64
	err := g.db.QueryRowContext(ctx, `INSERT INTO groups (name) VALUES ($1) RETURNING id`, name).Scan(&id)
	if err != nil {
		return 0, err
	}
	if _, err := g.db.ExecContext(ctx, `INSERT INTO members (group_id, user_id) VALUES ($1, $2)`, id, owner); err != nil { // want `a failure here leaves half of the change: g.db.ExecContext runs without a transaction, and what g.db.QueryRowContext \(line 15\) has written stays`
		return 0, err
	}
	return id, nil
}

// So it does where the key comes from the result.
func (g *groups) createBy(name string, owners []int64) error {
	res, err := g.db.Exec(`INSERT INTO groups (name) VALUES (?)`, name)
	if err != nil {
		return err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return err
	}
	for _, owner := range owners {
		if _, err := g.db.Exec(`INSERT INTO members (group_id, user_id) VALUES (?, ?)`, id, owner); err != nil { // want `a failure here leaves half of the change`
			return err
		}
	}
	return nil
}

// The statements run in functions that are passed the pool.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func insertGroup(ctx context.Context, q execer, name string) (id int64, err error) {
	err = q.QueryRowContext(ctx, `INSERT INTO groups (name) VALUES ($1) RETURNING id`, name).Scan(&id)
	return id, err
}

func insertMember(ctx context.Context, q execer, group, user int64) error {
	_, err := q.ExecContext(ctx, `INSERT INTO members (group_id, user_id) VALUES ($1, $2)`, group, user)
	return err
}

func (g *groups) createOf(ctx context.Context, name string, owner int64) (int64, error) {
	id, err := insertGroup(ctx, g.db, name)
	if err != nil {
		return 0, err
	}
	if err := insertMember(ctx, g.db, id, owner); err != nil { // want `a failure here leaves half of the change: insertMember runs without a transaction, and what insertGroup \(line 60\) has written stays`
		return 0, err
	}
	return id, nil
}

// Both run in one function that is passed the pool.
func insertBoth(ctx context.Context, q execer, name string, owner int64) error {
	id, err := insertGroup(ctx, q, name)
	if err != nil {
		return err
	}
	return insertMember(ctx, q, id, owner)
}

func (g *groups) createBoth(ctx context.Context, name string, owner int64) error {
	return insertBoth(ctx, g.db, name, owner) // want `a failure here leaves half of the change`
}

// What is deleted is replaced.
func (g *groups) replace(ctx context.Context, group int64, users []int64) error {
	if _, err := g.db.ExecContext(ctx, `DELETE FROM members WHERE group_id = $1`, group); err != nil {
		return err
	}
	for _, user := range users {
		if err := insertMember(ctx, g.db, group, user); err != nil { // want `a failure here leaves half of the change`
			return err
		}
	}
	return nil
}

// One row gets what the other loses.
func (g *groups) transfer(ctx context.Context, from, to, cents int64) error {
	if _, err := g.db.ExecContext(ctx, `UPDATE accounts SET cents = cents - $2 WHERE id = $1`, from, cents); err != nil {
		return err
	}
	_, err := g.db.ExecContext(ctx, `UPDATE accounts SET cents = cents + $2 WHERE id = $1`, to, cents) // want `a failure here leaves half of the change`
	if err != nil {
		return err
	}
	return nil
}

// Both rows have the key that the program has made.
func (g *groups) keyed(ctx context.Context, userID, name string) error {
	if _, err := g.db.ExecContext(ctx, `INSERT INTO users (id) VALUES ($1)`, userID); err != nil {
		return err
	}
	if _, err := g.db.ExecContext(ctx, `INSERT INTO profiles (user_id, name) VALUES ($1, $2)`, userID, name); err != nil { // want `a failure here leaves half of the change`
		return err
	}
	return nil
}

type order struct{ ID int64 }

type item struct{ OrderID int64 }

var DB *gorm.DB

func place(o *order) error {
	if err := DB.Create(o).Error; err != nil {
		return err
	}
	it := item{OrderID: o.ID}
	return DB.Create(&it).Error // want `a failure here leaves half of the change`
}

// What the first write has filled is the receiver of the second.
func (o *order) addItem() error { return DB.Create(&item{OrderID: o.ID}).Error }

func (o *order) insert() error {
	err := DB.Create(o).Error
	if err != nil {
		return err
	}
	err = o.addItem() // want `a failure here leaves half of the change`
	return err
}
