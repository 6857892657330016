package tornwrite

import (
	"encoding/json"
	"io"
	"os"
)

// Nope. The content is on the disk before the name. The file is replaced atomically.
func (s *store) Delete(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.data, key)
	f, err := os.Create(s.path + ".tmp")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := json.NewEncoder(f).Encode(s.data); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return os.Rename(s.path+".tmp", s.path)
}

// Nope. It makes nothing: it moves, atomically, what is there.
func (s *store) Rotate() error { return os.Rename(s.path, s.path+".old") }

// Nope. Nothing here reads it.
func upload(path string, r io.Reader) error {
	f, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, r); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}
