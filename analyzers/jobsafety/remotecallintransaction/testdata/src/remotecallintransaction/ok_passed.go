package remotecallintransaction

import (
	"context"

	"example.com/xdb"
	"gorm.io/gorm"
)

// A session that has begun no transaction.
func (w *webhooks) plain(id int64) error {
	s := xdb.Plain()
	defer s.Close()
	if _, err := s.Get(&id); err != nil {
		return err
	}
	return w.post("g")
}

// It has ended by then, by a function that is passed it.
func (w *webhooks) finished(id int64) error {
	s := xdb.NewSession()
	_, err := s.Update(&id)
	if err := xdb.Finish(s, err); err != nil {
		return err
	}
	return w.post("h")
}

// On each path that asks, it has ended.
func (w *webhooks) rolledBack(id int64) error {
	s := xdb.NewSession()
	if _, err := s.Update(&id); err != nil {
		_ = s.Rollback()
		return w.post("i")
	}
	if err := s.Commit(); err != nil {
		return w.post("j")
	}
	return w.post("k")
}

// The goroutine does not hold it, and what is deferred runs later.
func (w *webhooks) later(ctx context.Context, id int64) error {
	return w.db.Transaction(func(tx *gorm.DB) error {
		go w.post("l")
		defer w.post("m")
		return tx.Create(&id).Error
	})
}

// The transaction begins after it.
func (w *webhooks) before(id int64) error {
	if err := w.post("n"); err != nil {
		return err
	}
	return w.db.Transaction(func(tx *gorm.DB) error { return tx.Create(&id).Error })
}
