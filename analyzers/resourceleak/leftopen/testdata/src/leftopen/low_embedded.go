package leftopen

import (
	"io"
	"io/fs"
)

// The files may be embedded in the program.
func page(files fs.FS, name string, w io.Writer) error {
	f, err := files.Open(name) // want `f, opened here, is never closed`
	if err != nil {
		return err
	}
	_, err = io.Copy(w, f)
	return err
}
