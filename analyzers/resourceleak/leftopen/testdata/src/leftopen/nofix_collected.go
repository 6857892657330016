package leftopen

import (
	"io"
)

// The loop closes one after the other, and leaves the others to nothing.
func writeAll(files map[int]io.ReadCloser, w io.Writer) error {
	for _, file := range files {
		if _, err := io.Copy(w, file); err != nil {
			return err // want `file and the rest of files stay open on this return, where the loop closes each only after its use`
		}
		_ = file.Close()
	}
	return nil
}

// The result has a name, and callers leave it alone where there is an error.
func named(list []*attachment) (open map[int]io.ReadCloser, err error) {
	open = make(map[int]io.ReadCloser)
	for _, a := range list {
		if err = a.Load(); err != nil {
			return // want `collected in open, stays open on this return`
		}
		open[a.ID] = a.File
	}
	return
}
