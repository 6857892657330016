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

// Close is for a deferred call.
func Close(c io.Closer) { _ = c.Close() }

// A Closer is closed.
type Closer interface{ Close() error }

// CloseQuietly logs the error.
func CloseQuietly(c Closer) {
	if err := c.Close(); err != nil {
		println(err.Error())
	}
}
