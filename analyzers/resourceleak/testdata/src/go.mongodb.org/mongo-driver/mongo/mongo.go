// Package mongo is a stub.
package mongo

import "context"

type Collection struct{}

func (c *Collection) Find(ctx context.Context, filter any) (*Cursor, error)        { return nil, nil }
func (c *Collection) Aggregate(ctx context.Context, pipeline any) (*Cursor, error) { return nil, nil }

// A Cursor is read with Next, or with All, which closes it.
type Cursor struct{}

func (c *Cursor) Next(ctx context.Context) bool           { return false }
func (c *Cursor) Decode(val any) error                    { return nil }
func (c *Cursor) All(ctx context.Context, list any) error { return nil }
func (c *Cursor) Err() error                              { return nil }
func (c *Cursor) Close(ctx context.Context) error         { return nil }
