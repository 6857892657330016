// Package pictures is a stub: a store that opens files for its callers.
package pictures

import (
	"os"
	"path/filepath"
)

type Spool struct {
	dir    string
	latest *os.File
}

// Thumb opens a thumbnail.
func (s *Spool) Thumb(id string) (*os.File, error) {
	return os.Open(filepath.Join(s.dir, id))
}

// Latest returns the file that the spool keeps.
func (s *Spool) Latest() (*os.File, error) { return s.latest, nil }
