// Package shelf is a package of the same program, which opens files for others.
package shelf

import (
	"io"
	"os"
	"path/filepath"
)

// A Shelf is a directory.
type Shelf struct {
	root string
	last *os.File
}

// File returns a file and its state.
func (s *Shelf) File(name string) (*os.File, os.FileInfo, error) {
	f, err := os.Open(filepath.Join(s.root, name))
	if err != nil {
		return nil, nil, err
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, st, nil
}

// Volume returns what is in a file.
func (s *Shelf) Volume(name string) (io.ReadCloser, error) {
	f, _, err := s.File(name)
	return f, err
}

// Last returns the file of the shelf, which closes it.
func (s *Shelf) Last(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	s.last = f
	return f, nil
}
