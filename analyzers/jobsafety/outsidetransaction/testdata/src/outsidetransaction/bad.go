package outsidetransaction

import (
	"context"
	"database/sql"

	"gorm.io/gorm"
)

type ledger struct{ db *sql.DB }

func (l *ledger) transfer(ctx context.Context, from, to string, cents int64) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET cents = cents - $1 WHERE id = $2", cents, from); err != nil {
		return err
	}
	if _, err := l.db.ExecContext(ctx, "UPDATE accounts SET cents = cents + $1 WHERE id = $2", cents, to); err != nil { // want `l.db.ExecContext is not part of the transaction that l.db.BeginTx \(line 13\) begins, and a rollback does not undo it: it runs on l.db`
		return err
	}
	return tx.Commit()
}

type shop struct{ db *gorm.DB }

type order struct{ ID int }

func (s *shop) place(ctx context.Context, o *order) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(o).Error; err != nil {
			return err
		}
		return s.db.WithContext(ctx).Model(o).Where("id = ?", o.ID).Update("state", "placed").Error // want `is not part of the transaction that .*Transaction \(line 32\) begins`
	})
}

func paid(db *gorm.DB, o *order) error {
	tx := db.Begin()
	if err := tx.Save(o).Error; err != nil {
		tx.Rollback()
		return err
	}
	if err := db.Create(&order{}).Error; err != nil { // want `db.Create is not part of the transaction that db.Begin \(line 41\) begins`
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

// The statement changes a row, and locks it, although it is a query.
func (l *ledger) entry(ctx context.Context, text string) error {
	return l.inTx(ctx, func(tx *sql.Tx) error {
		var no int64
		if err := l.db.QueryRowContext(ctx, "UPDATE numbers SET last = last + 1 RETURNING last").Scan(&no); err != nil { // want `l.db.QueryRowContext is not part of the transaction that l.inTx`
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO entries VALUES ($1, $2)", no, text)
		return err
	})
}

func (l *ledger) inTx(ctx context.Context, work func(tx *sql.Tx) error) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit()
}
