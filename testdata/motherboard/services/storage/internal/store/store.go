// Package store keeps objects on disk and what is known about them in an
// index.
package store

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const indexFile = "index.json"

// ErrNotFound is returned for keys that do not exist or are deleted.
var ErrNotFound = errors.New("no such object")

// Object is what the index knows about a key.
type Object struct {
	Size    int64
	Deleted time.Time // zero while the object is alive
}

// Store is safe for concurrent use.
type Store struct {
	dir   string
	mu    sync.RWMutex
	index map[string]Object
}

// Open reads the index in dir, creating the directory if necessary.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	s := &Store{dir: dir, index: make(map[string]Object)}
	raw, err := os.ReadFile(filepath.Join(dir, indexFile))
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	return s, json.Unmarshal(raw, &s.index)
}

// Path returns the file that holds the content of key.
func (s *Store) Path(key string) string {
	return filepath.Join(s.dir, hex.EncodeToString([]byte(key)))
}

// Write stores the content of key and returns its size. The object exists
// once it is recorded.
func (s *Store) Write(key string, content io.Reader) (size int64, err error) {
	f, err := os.Create(s.Path(key))
	if err != nil {
		return 0, err
	}
	size, err = io.Copy(f, content)
	return size, errors.Join(err, f.Close())
}

// Record adds key to the index.
func (s *Store) Record(ctx context.Context, key string, size int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.index[key] = Object{Size: size}
	return s.save(ctx)
}

// Delete marks key as deleted; the content goes with the next collection.
func (s *Store) Delete(ctx context.Context, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	object, ok := s.index[key]
	if !ok {
		return ErrNotFound
	}
	object.Deleted = time.Now()
	s.index[key] = object
	return s.save(ctx)
}

// Forget removes key from the index.
func (s *Store) Forget(ctx context.Context, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.index, key)
	return s.save(ctx)
}

// Objects returns a copy of the index.
func (s *Store) Objects() map[string]Object {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return maps.Clone(s.index)
}

// Close saves the index.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.save(context.Background())
}

// save writes the index. The caller must hold s.mu.
func (s *Store) save(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	raw, err := json.Marshal(s.index)
	if err != nil {
		return err
	}
	temp := filepath.Join(s.dir, indexFile+".new")
	if err := os.WriteFile(temp, raw, 0o600); err != nil {
		return fmt.Errorf("save index: %w", err)
	}
	return os.Rename(temp, filepath.Join(s.dir, indexFile))
}
