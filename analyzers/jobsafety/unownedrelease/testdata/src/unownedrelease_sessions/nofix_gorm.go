package unownedrelease_sessions

import (
	"context"

	"gorm.io/gorm"
)

type sweeper struct{ db *gorm.DB }

func (s *sweeper) acquire(ctx context.Context) (ok bool, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT pg_try_advisory_lock(?)", 9).Scan(&ok).Error // want `the lock may stay held: s\.db\.WithContext\(ctx\)\.Raw acquires it for one connection of the pool`
	return ok, err
}

func (s *sweeper) release(ctx context.Context) error {
	db := s.db.WithContext(ctx)
	return db.Exec("SELECT pg_advisory_unlock(?)", 9).Error
}

func (s *sweeper) local(ctx context.Context) error {
	db := s.db.WithContext(ctx)
	return db.Exec("SELECT pg_advisory_lock(?)", 9).Error // want `the lock may stay held: db\.Exec acquires it`
}

// The caller may pass a transaction.
func acquireOn(db *gorm.DB) error {
	return db.Exec("SELECT pg_advisory_lock(?)", 9).Error // want `the lock may stay held: db\.Exec acquires it`
}
