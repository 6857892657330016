package lostrowupdate

import (
	"context"
	"sync"

	"gorm.io/gorm"
)

type counted struct {
	*points
	mu sync.Mutex
}

// Other calls of the process wait.
func (c *counted) redeemLocked(ctx context.Context, member string, cost int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	have, err := c.points.balance(ctx, member)
	if err != nil {
		return err
	}
	return c.points.set(ctx, member, have-cost) // want `an update by another call is lost`
}

// A caller may pass a transaction.
func spendOn(db *gorm.DB, id, n int64) error {
	var u user
	if err := db.First(&u, "id = ?", id).Error; err != nil {
		return err
	}
	u.Quota -= n
	return db.Save(&u).Error // want `an update by another call is lost`
}
