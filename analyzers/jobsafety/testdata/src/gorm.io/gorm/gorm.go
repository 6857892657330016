// Package gorm stands for the real one.
package gorm

import (
	"context"

	"gorm.io/gorm/clause"
)

type DB struct{ Error error }

func (db *DB) WithContext(ctx context.Context) *DB                       { return db }
func (db *DB) Model(value any) *DB                                       { return db }
func (db *DB) Where(query any, args ...any) *DB                          { return db }
func (db *DB) Create(value any) *DB                                      { return db }
func (db *DB) Save(value any) *DB                                        { return db }
func (db *DB) Update(column string, value any) *DB                       { return db }
func (db *DB) First(dest any, conds ...any) *DB                          { return db }
func (db *DB) Begin() *DB                                                { return db }
func (db *DB) Commit() *DB                                               { return db }
func (db *DB) Rollback() *DB                                             { return db }
func (db *DB) Transaction(fc func(tx *DB) error, opts ...struct{}) error { return fc(db) }
func (db *DB) Raw(sql string, values ...any) *DB                         { return db }
func (db *DB) Exec(sql string, values ...any) *DB                        { return db }
func (db *DB) Scan(dest any) *DB                                         { return db }
func (db *DB) Connection(fc func(tx *DB) error) error                    { return fc(db) }

func (db *DB) Clauses(conds ...clause.Expression) *DB { return db }
func (db *DB) Delete(value any, conds ...any) *DB     { return db }
func (db *DB) Updates(values any) *DB                 { return db }
