// Package store keeps an index that Close writes.
package store

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"sync"
)

type Store struct {
	dir   string
	index map[string]string
}

func Open(dir string) (*Store, error) { return &Store{dir, make(map[string]string)}, nil }

func (s *Store) Put(k, v string) error { s.index[k] = v; return nil }

func (s *Store) Compact() error { return os.Chdir(s.dir) }

func (s *Store) Close() error {
	data, err := json.Marshal(s.index)
	if err != nil {
		return err
	}
	return os.WriteFile(s.dir, data, 0o600)
}

// Flush writes what is left.
func Flush(ctx context.Context) error { return os.WriteFile("left", nil, 0o600) }

// A Gate lets one in.
type Gate struct {
	mu sync.Mutex
	in bool
}

func (g *Gate) Begin() { g.set(true) }

func (g *Gate) End() { g.set(false) }

func (g *Gate) set(in bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.in = in
}

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
