// Package pidfile writes the number of the process into a file.
package pidfile

import (
	"os"
	"strconv"
)

// A File holds the number of the process.
type File struct{ path string }

func Write(path string) (*File, error) {
	return &File{path}, os.WriteFile(path, []byte(strconv.Itoa(os.Getpid())), 0o600)
}

func (f *File) Remove() error { return os.Remove(f.path) }
