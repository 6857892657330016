package closeerrordropped

import (
	"io"
	"os"
)

// The package syncs no file.
func download(path string, r io.Reader) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close() // want `f.Close may be the first call that fails`
	_, err = io.Copy(f, r)
	return err
}
