package outsidetransaction

import (
	"context"
	"database/sql"

	"gorm.io/gorm"
)

// All statements run in the transaction.
func (l *ledger) moved(ctx context.Context, from, to string, cents int64) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET cents = cents - $1 WHERE id = $2", cents, from); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET cents = cents + $1 WHERE id = $2", cents, to); err != nil {
		return err
	}
	return tx.Commit()
}

// What is noted of a failure has to stay.
func (l *ledger) failed(ctx context.Context, id string) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET open = false WHERE id = $1", id); err != nil {
		l.db.ExecContext(ctx, "UPDATE jobs SET failed = true WHERE id = $1", id)
		return err
	}
	return tx.Commit()
}

// The transaction has ended before, on one path by a rollback.
func (l *ledger) rejected(ctx context.Context, id string, open bool) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if !open {
		tx.Rollback()
		_, err := l.db.ExecContext(ctx, "INSERT INTO rejections VALUES ($1)", id)
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = l.db.ExecContext(ctx, "INSERT INTO audit VALUES ($1)", id)
	return err
}

// A literal runs at another time.
func (l *ledger) later(ctx context.Context, id string, after func(func())) error {
	return l.inTx(ctx, func(tx *sql.Tx) error {
		after(func() { l.db.ExecContext(ctx, "INSERT INTO audit VALUES ($1)", id) })
		_, err := tx.ExecContext(ctx, "DELETE FROM accounts WHERE id = $1", id)
		return err
	})
}

type store interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

type entries struct{ db store }

func (e entries) with(tx *sql.Tx) entries { return entries{db: tx} }

func (e entries) add(ctx context.Context, text string) error {
	_, err := e.db.ExecContext(ctx, "INSERT INTO entries VALUES ($1)", text)
	return err
}

// The repository has the transaction.
func (l *ledger) added(ctx context.Context, e entries) error {
	return l.inTx(ctx, func(tx *sql.Tx) error { return e.with(tx).add(ctx, "added") })
}

type mirror struct{ db, remote *sql.DB }

// Another database.
func (m *mirror) copied(ctx context.Context) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := m.remote.ExecContext(ctx, "UPDATE marks SET copied = true"); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *shop) scoped(db *gorm.DB) *shop { return &shop{db: db} }

func (s *shop) add(o *order) error { return s.db.Create(o).Error }

// Another value of the type has the transaction.
func (s *shop) both(o *order) error {
	return s.db.Transaction(func(tx *gorm.DB) error {
		inside := s.scoped(tx)
		return inside.add(o)
	})
}
