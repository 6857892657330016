// Package gorm has what the cases need of gorm.
package gorm

import "errors"

var ErrRecordNotFound = errors.New("record not found")

type DB struct {
	Error        error
	RowsAffected int64
}

func (db *DB) Model(value any) *DB                      { return db }
func (db *DB) Where(query any, args ...any) *DB         { return db }
func (db *DB) First(dest any, conds ...any) *DB         { return db }
func (db *DB) Find(dest any, conds ...any) *DB          { return db }
func (db *DB) Count(count *int64) *DB                   { return db }
func (db *DB) Create(value any) *DB                     { return db }
func (db *DB) Clauses(conds ...any) *DB                 { return db }
func (db *DB) FirstOrCreate(dest any, conds ...any) *DB { return db }
func (db *DB) Transaction(fn func(tx *DB) error) error  { return fn(db) }

func Open(dsn string) *DB { return &DB{} }
