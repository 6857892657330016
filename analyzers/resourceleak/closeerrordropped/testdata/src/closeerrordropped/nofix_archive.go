package closeerrordropped

import (
	"compress/gzip"
	"io"
	"os"
)

// The writer is that of a block.
func packedBlock(path string, r io.Reader, compress bool) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if compress {
		w := gzip.NewWriter(f)
		defer w.Close() // want `a file that lacks its end is reported as success`
		if _, err := io.Copy(w, r); err != nil {
			return err
		}
	}
	return nil
}

// The return still writes what the deferred Close ends.
func squeezed(path string, in io.Reader) (int64, error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	w := gzip.NewWriter(f)
	defer w.Close() // want `a file that lacks its end is reported as success`

	return consumed(io.TeeReader(in, w)), nil
}

func consumed(in io.Reader) int64 {
	n, _ := io.Copy(io.Discard, in)
	return n
}
