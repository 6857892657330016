package closeerrordropped

import (
	"compress/gzip"
	"os"
)

// A tarball is what a caller writes to and closes, and asks whether that has worked.
type tarball struct {
	f  *os.File
	gz *gzip.Writer
}

func (t *tarball) Write(p []byte) (int, error) { return t.gz.Write(p) }

func (t *tarball) Close() error {
	defer t.f.Close()
	defer t.gz.Close() // want `what lacks its end is reported as written: t.gz.Close writes the rest of the data, and its error is dropped`
	return nil
}

type journal struct {
	f  *os.File
	gz *gzip.Writer
}

func (j *journal) Close() error {
	j.gz.Close() // want `what lacks its end is reported as written: j.gz.Close writes the rest of the data`
	return j.f.Close()
}
