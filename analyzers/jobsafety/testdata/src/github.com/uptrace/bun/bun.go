// Package bun stands for the real one.
package bun

import (
	"context"
	"database/sql"
)

type DB struct{ *sql.DB }

func (db *DB) NewSelect() *SelectQuery { return nil }
func (db *DB) NewUpdate() *UpdateQuery { return nil }
func (db *DB) NewInsert() *InsertQuery { return nil }

func (db *DB) RunInTx(ctx context.Context, opts *sql.TxOptions, f func(ctx context.Context, tx Tx) error) error {
	return f(ctx, Tx{})
}

type Tx struct{ *sql.Tx }

func (tx Tx) NewSelect() *SelectQuery { return nil }
func (tx Tx) NewUpdate() *UpdateQuery { return nil }
func (tx Tx) NewInsert() *InsertQuery { return nil }

type IDB interface {
	NewSelect() *SelectQuery
	NewUpdate() *UpdateQuery
	NewInsert() *InsertQuery
}

type SelectQuery struct{}

func (q *SelectQuery) Model(model any) *SelectQuery                 { return q }
func (q *SelectQuery) Where(query string, args ...any) *SelectQuery { return q }
func (q *SelectQuery) For(s string, args ...any) *SelectQuery       { return q }
func (q *SelectQuery) Scan(ctx context.Context, dest ...any) error  { return nil }

type UpdateQuery struct{}

func (q *UpdateQuery) Model(model any) *UpdateQuery                              { return q }
func (q *UpdateQuery) Column(columns ...string) *UpdateQuery                     { return q }
func (q *UpdateQuery) WherePK() *UpdateQuery                                     { return q }
func (q *UpdateQuery) Exec(ctx context.Context, dest ...any) (sql.Result, error) { return nil, nil }

type InsertQuery struct{}

func (q *InsertQuery) Model(model any) *InsertQuery                              { return q }
func (q *InsertQuery) Exec(ctx context.Context, dest ...any) (sql.Result, error) { return nil, nil }
