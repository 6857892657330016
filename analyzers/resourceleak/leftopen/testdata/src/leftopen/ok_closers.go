package leftopen

import (
	"io"
	"os"
)

// Silent: the loop at the end closes all that was appended.
func withClosers(name string, work func(io.Reader) error) error {
	var closers []io.Closer
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	closers = append(closers, f)
	err = work(f)
	for _, c := range closers {
		_ = c.Close()
	}
	if err != nil {
		return err
	}
	return nil
}
