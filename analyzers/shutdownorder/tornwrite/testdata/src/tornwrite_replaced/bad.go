package tornwrite

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
)

type state struct{ Cursor int64 }

// save replaces the state file atomically.
func save(path string, st *state) (err error) {
	b, err := json.Marshal(st)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".state-*")
	if err != nil {
		return err
	}
	if _, err := f.Write(b); err != nil {
		f.Close()
		os.Remove(f.Name())
		return err
	}
	if err := f.Close(); err != nil {
		os.Remove(f.Name())
		return err
	}
	return os.Rename(f.Name(), path) // want `a power failure may leave path empty, with neither the old content nor the new: os.Rename puts f in place unsynced, and its content may not be on the disk`
}

type store struct {
	mu   sync.Mutex
	path string
	data map[string]string
}

func (s *store) load() error {
	b, err := os.ReadFile(s.path)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, &s.data)
}

// What is read back is written to another name.
func (s *store) Set(key, value string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data[key] = value
	f, err := os.Create(s.path + ".tmp")
	if err != nil {
		return err
	}
	if err := json.NewEncoder(f).Encode(s.data); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(s.path+".tmp", s.path) // want `a power failure may leave s.path empty, with neither the old content nor the new: os.Rename puts f in place unsynced, and load reads it`
}
