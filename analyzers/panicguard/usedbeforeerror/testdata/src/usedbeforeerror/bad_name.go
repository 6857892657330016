package usedbeforeerror

import (
	"errors"
	"io"
	"os"
)

type spool interface {
	Create(dir string) (*os.File, int, error)
}

// receive asks for the name before the error: most methods of a nil *os.File return an error, Name does not.
func receive(s spool, dir string, r io.Reader) (string, error) {
	f, _, err := s.Create(dir)
	name := f.Name() // want `panic where s.Create fails: f is nil then, and is used before the error is tested, at line 17`
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, r)
	return name, errors.Join(err, f.Close())
}
