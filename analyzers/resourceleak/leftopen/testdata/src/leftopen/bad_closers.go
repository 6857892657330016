package leftopen

import (
	"io"
	"os"
)

// The loop at the end closes all that was appended, and an error returns before it.
func withClosersLate(name string, work func(io.Reader) error) error {
	var closers []io.Closer
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	closers = append(closers, f)
	if err := work(f); err != nil {
		return err // want `f, opened at line \d+, stays open on this return: its descriptor stays in use`
	}
	for _, c := range closers {
		_ = c.Close()
	}
	return nil
}
