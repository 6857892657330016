// Package gorm stands for a store that keeps its connections in another one.
package gorm

import "database/sql"

type Dialector interface{ Name() string }

type DB struct{ pool *sql.DB }

func Open(Dialector) (*DB, error)   { return &DB{}, nil }
func (db *DB) DB() (*sql.DB, error) { return db.pool, nil }
