package leftopen

import (
	"errors"
	"io/fs"
	"os"
)

// Tests for one error come before that for all.
func filled(dir string) (bool, error) {
	fd, err := os.Open(dir) // want `fd, opened here, is never closed`
	if err != nil && os.IsNotExist(err) {
		return false, nil
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrClosed) {
		return false, err
	}
	if err != nil {
		return false, err
	}
	names, err := fd.Readdirnames(-1)
	if err != nil {
		return false, err
	}
	return len(names) > 0, nil
}
