package a

import (
	"database/sql"
	"os"
)

type Store struct {
	db   *sql.DB
	file *os.File
}

func (s *Store) Close() error { return s.close() } // want Close:"closes"

func (s *Store) close() error { return s.db.Close() }

func (s *Store) Reopen(db *sql.DB) error { return db.Ping() }

// What is closed is not the receiver's.
func (s *Store) Finish(db *sql.DB) error { return db.Close() }

type Ledger struct{ out struct{ file *os.File } }

func (l *Ledger) Done() { _ = l.out.file.Close() } // want Done:"closes"
