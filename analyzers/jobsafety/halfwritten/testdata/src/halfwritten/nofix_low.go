package halfwritten

import (
	"context"

	"gorm.io/gorm"
)

// The second one is a note of the first.
func (g *groups) noted(ctx context.Context, group int64) error {
	if _, err := g.db.ExecContext(ctx, `INSERT INTO groups (id) VALUES ($1)`, group); err != nil {
		return err
	}
	_, err := g.db.ExecContext(ctx, `INSERT INTO audit_log (group_id) VALUES ($1)`, group) // want `a failure here leaves half of the change`
	if err != nil {
		return err
	}
	return nil
}

// Each of the two makes sense without the other.
func (g *groups) renamed(ctx context.Context, group int64, name string) error {
	if _, err := g.db.ExecContext(ctx, `UPDATE groups SET name = $2 WHERE id = $1`, group, name); err != nil {
		return err
	}
	if _, err := g.db.ExecContext(ctx, `UPDATE members SET seen = false WHERE group_id = $1`, group); err != nil { // want `a failure here leaves half of the change`
		return err
	}
	return nil
}

// A caller may pass a transaction.
func placeOn(db *gorm.DB, o *order) error {
	if err := db.Create(&o).Error; err != nil {
		return err
	}
	return db.Create(&item{OrderID: o.ID}).Error // want `a failure here leaves half of the change`
}

// Both are about one record.
func (o *order) update() error {
	if err := DB.Save(o).Error; err != nil {
		return err
	}
	return o.addItem() // want `a failure here leaves half of the change`
}
