// Package gorm is a stub of gorm.io/gorm.
package gorm

import (
	"database/sql"
	"errors"
)

var ErrRecordNotFound = errors.New("record not found")

type DB struct {
	Error        error
	RowsAffected int64
}

func (db *DB) Table(name string, args ...any) *DB      { return db }
func (db *DB) Where(query any, args ...any) *DB        { return db }
func (db *DB) Rows() (*sql.Rows, error)                { return nil, nil }
func (db *DB) ScanRows(rows *sql.Rows, dest any) error { return nil }
func (db *DB) Begin() *DB                              { return db }
func (db *DB) Debug() *DB                              { return db }
func (db *DB) Create(value any) *DB                    { return db }
func (db *DB) Commit() *DB                             { return db }
func (db *DB) Rollback() *DB                           { return db }
func (db *DB) Model(value any) *DB                     { return db }
func (db *DB) Save(value any) *DB                      { return db }
func (db *DB) Delete(value any, conds ...any) *DB      { return db }
func (db *DB) Count(count *int64) *DB                  { return db }
func (db *DB) First(dest any, conds ...any) *DB        { return db }
func (db *DB) Find(dest any, conds ...any) *DB         { return db }

func (db *DB) Transaction(fc func(tx *DB) error) error { return fc(db) }

// A Dialector is a kind of database.
type Dialector interface{ Name() string }

type Config struct{ PrepareStmt bool }

// Open pings the database.
func Open(dialector Dialector, opts ...*Config) (*DB, error) { return &DB{}, nil }
