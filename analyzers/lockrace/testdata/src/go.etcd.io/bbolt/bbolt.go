// Package bbolt is a stub.
package bbolt

type DB struct{}

func (db *DB) View(fn func(*Tx) error) error { return fn(&Tx{}) }

type Tx struct{}

func (tx *Tx) Bucket(name []byte) *Bucket { return &Bucket{} }

type Bucket struct{}

func (b *Bucket) Get(key []byte) []byte                    { return nil }
func (b *Bucket) ForEach(fn func(k, v []byte) error) error { return nil }
func (b *Bucket) Cursor() *Cursor                          { return &Cursor{} }

type Cursor struct{}

func (c *Cursor) First() (key, value []byte) { return nil, nil }
func (c *Cursor) Next() (key, value []byte)  { return nil, nil }
