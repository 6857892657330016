package transaction

import (
	"context"
	"database/sql"
	"log"
)

func deferred(db *sql.DB, id string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if err := insert(tx, id); err != nil {
		return err
	}
	return tx.Commit()
}

func deferredLiteral(db *sql.DB, id string) (err error) {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() { // ends it either way
		if err != nil {
			tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	return insert(tx, id)
}

func deferredBefore(db *sql.DB, id string) error {
	var tx *sql.Tx
	defer func() { // captures the variable, and is deferred before it is set
		if tx != nil {
			tx.Rollback()
		}
	}()
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	return insert(tx, id)
}

func finish(tx *sql.Tx, err error) error {
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

func byHelper(db *sql.DB, id string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	return finish(tx, insert(tx, id)) // the helper ends it
}

// The caller gets it, and ends it.
func beginFor(db *sql.DB, id string) (*sql.Tx, error) {
	tx, err := db.Begin()
	if err != nil {
		return nil, err
	}
	return tx, nil
}

type unit struct{ tx *sql.Tx }

// The receiver keeps it, for its Commit.
func (u *unit) start(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	u.tx = tx
	return nil
}

func (u *unit) Commit() error { return u.tx.Commit() }

// The process ends.
func must(db *sql.DB) {
	tx, err := db.Begin()
	if err != nil {
		log.Fatal(err)
	}
	if err := insert(tx, "c"); err != nil {
		log.Fatal(err)
	}
	tx.Commit()
}

// The branches are those of one condition.
func optional(db *sql.DB, dry bool, id string) error {
	if dry {
		return nil
	}
	var tx *sql.Tx
	var err error
	if id != "" {
		tx, err = db.Begin()
		if err != nil {
			return err
		}
	}
	if id == "" {
		return nil
	}
	return finish(tx, nil)
}

func within(ctx context.Context, db *sql.DB, f func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		if rb := tx.Rollback(); rb != nil {
			log.Print(rb)
		}
		return err
	}
	return tx.Commit()
}

// committed is no transaction, in spite of its methods' names: nothing begins it.
type committed struct{ session }

func (c *committed) run() error { return c.Commit() }

// In a goroutine, which ends it.
func async(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	go func() {
		insert(tx, "d")
		tx.Commit()
	}()
	return nil
}

// Both cases of a switch end it.
func either(db *sql.DB, keep bool) error {
	tx, err := db.Begin()
	switch {
	case err != nil:
		return err
	case keep:
		return tx.Commit()
	default:
		return tx.Rollback()
	}
}

// A session of an ORM has the error of its begin in a field.
type ormSession struct{ Error error }

func (s *ormSession) Begin() *ormSession    { return &ormSession{} }
func (s *ormSession) Commit() *ormSession   { return s }
func (s *ormSession) Rollback() *ormSession { return s }

// The literal that rolls back unless all is done captures the variable.
func rolledBackUnlessDone(s *ormSession, work func(*ormSession) error) error {
	tx := s.Begin()
	if tx.Error != nil {
		return tx.Error
	}
	done := false
	defer func() {
		if !done {
			tx.Rollback()
		}
	}()
	if err := work(tx); err != nil {
		return err
	}
	done = true
	return tx.Commit().Error
}
