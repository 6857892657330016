// Package store keeps an index that Close writes.
package store

import (
	"context"
	"io"
)

type Store struct{ index map[string]string }

func Open(dir string) (*Store, error) { return &Store{make(map[string]string)}, nil }

func (s *Store) Put(k, v string) error { s.index[k] = v; return nil }

func (s *Store) Close() error { return nil }

// Flush writes what is left.
func Flush(ctx context.Context) error { return nil }

// Recover is deferred.
func Recover() {
	if r := recover(); r != nil {
		println("panic")
	}
}

// A Syncer writes the index from time to time.
type Syncer struct{ stop chan struct{} }

func (s *Syncer) Sync() error { return nil }

func (s *Syncer) Stop() { close(s.stop) }

// CloseQuietly logs the error.
func CloseQuietly(c io.Closer) {
	if err := c.Close(); err != nil {
		println(err.Error())
	}
}
