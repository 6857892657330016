package unownedrelease_sessions

import (
	"context"

	"gorm.io/gorm"
)

// Each runs on one connection.
func (s *sweeper) okConnection(work func() error) error {
	return s.db.Connection(func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT pg_advisory_lock(?)", 9).Error; err != nil {
			return err
		}
		defer tx.Exec("SELECT pg_advisory_unlock(?)", 9)
		return work()
	})
}

func (s *sweeper) okBegin(ctx context.Context) error {
	tx := s.db.WithContext(ctx).Begin()
	defer tx.Rollback()
	if err := tx.Exec("SELECT pg_advisory_lock(?)", 9).Error; err != nil {
		return err
	}
	return tx.Commit().Error
}
