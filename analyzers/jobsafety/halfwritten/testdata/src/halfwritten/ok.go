package halfwritten

import (
	"context"
	"log"

	"gorm.io/gorm"
)

// Both run in a transaction.
func (g *groups) okTx(ctx context.Context, name string, owner int64) error {
	tx, err := g.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	id, err := insertGroup(ctx, tx, name)
	if err != nil {
		return err
	}
	if err := insertMember(ctx, tx, id, owner); err != nil {
		return err
	}
	return tx.Commit()
}

// A failure takes back the first.
func (g *groups) okUndone(ctx context.Context, name string, owner int64) error {
	id, err := insertGroup(ctx, g.db, name)
	if err != nil {
		return err
	}
	if err := insertMember(ctx, g.db, id, owner); err != nil {
		_, _ = g.db.ExecContext(ctx, `DELETE FROM groups WHERE id = $1`, id)
		return err
	}
	return nil
}

// The second one may fail.
func (g *groups) okLogged(ctx context.Context, name string, owner int64) (int64, error) {
	id, err := insertGroup(ctx, g.db, name)
	if err != nil {
		return 0, err
	}
	if err := insertMember(ctx, g.db, id, owner); err != nil {
		log.Print(err)
	}
	return id, nil
}

// So may the first.
func (g *groups) okIgnored(ctx context.Context, name string, owner int64) error {
	id, err := insertGroup(ctx, g.db, name)
	if err != nil {
		log.Print(err)
	}
	return insertMember(ctx, g.db, id, owner)
}

// Only one of the two runs.
func (g *groups) okEither(ctx context.Context, group, user int64, insert bool) error {
	if insert {
		if err := insertMember(ctx, g.db, group, user); err != nil {
			return err
		}
		return nil
	}
	_, err := g.db.ExecContext(ctx, `UPDATE members SET seen = true WHERE group_id = $1`, group)
	return err
}

// The second one says that the first has failed.
func (g *groups) okFailed(ctx context.Context, group, user int64) error {
	if err := insertMember(ctx, g.db, group, user); err != nil {
		if _, err := g.db.ExecContext(ctx, `INSERT INTO failures (group_id) VALUES ($1)`, group); err != nil {
			return err
		}
		return err
	}
	return nil
}

// Nothing connects the two.
func (g *groups) okApart(ctx context.Context, a, b int64) error {
	if _, err := g.db.ExecContext(ctx, `UPDATE groups SET seen = true WHERE id = $1`, a); err != nil {
		return err
	}
	_, err := g.db.ExecContext(ctx, `UPDATE members SET seen = true WHERE id = $1`, b)
	return err
}

// Deleting what is left works a second time.
func (g *groups) okDelete(ctx context.Context, group int64) error {
	if _, err := g.db.ExecContext(ctx, `DELETE FROM members WHERE group_id = $1`, group); err != nil {
		return err
	}
	_, err := g.db.ExecContext(ctx, `DELETE FROM groups WHERE id = $1`, group)
	return err
}

// The second one only reads.
func (g *groups) okReads(ctx context.Context, name string) (n int, err error) {
	id, err := insertGroup(ctx, g.db, name)
	if err != nil {
		return 0, err
	}
	err = g.db.QueryRowContext(ctx, `SELECT count(*) FROM members WHERE group_id = $1`, id).Scan(&n)
	return n, err
}

func okOrder(o *order) error {
	return DB.Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(o).Error; err != nil {
			return err
		}
		return tx.Create(&item{OrderID: o.ID}).Error
	})
}

// Meant so, and says why.
func (g *groups) okMeant(ctx context.Context, name string, owner int64) error {
	id, err := insertGroup(ctx, g.db, name)
	if err != nil {
		return err
	}
	// Without a transaction on purpose: a group without members is shown as empty.
	return insertMember(ctx, g.db, id, owner)
}
