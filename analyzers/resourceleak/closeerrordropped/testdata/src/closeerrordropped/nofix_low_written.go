package closeerrordropped

import (
	"bufio"
	"io"
	"os"
)

// The last write is that of the buffer, whose error is returned.
func buffered(path string, r io.Reader) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close() // want `f.Close may be the first call that fails`
	w := bufio.NewWriter(f)
	if _, err := io.Copy(w, r); err != nil {
		return err
	}
	return w.Flush()
}
