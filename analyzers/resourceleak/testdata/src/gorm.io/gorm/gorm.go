// Package gorm is a stub of gorm.io/gorm.
package gorm

import "database/sql"

type DB struct{ Error error }

func (db *DB) Table(name string, args ...any) *DB      { return db }
func (db *DB) Where(query any, args ...any) *DB        { return db }
func (db *DB) Rows() (*sql.Rows, error)                { return nil, nil }
func (db *DB) ScanRows(rows *sql.Rows, dest any) error { return nil }
func (db *DB) Begin() *DB                              { return db }
func (db *DB) Debug() *DB                              { return db }
func (db *DB) Create(value any) *DB                    { return db }
func (db *DB) Commit() *DB                             { return db }
func (db *DB) Rollback() *DB                           { return db }
