package closeerrordropped

import (
	"archive/zip"
	"compress/gzip"
	"io"
	"net/http"
	"os"
)

// Nope. The deferred call is for the failures.
func archiveChecked(path string, r io.Reader) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := zip.NewWriter(f)
	defer w.Close()
	part, err := w.Create("data")
	if err != nil {
		return err
	}
	if _, err := io.Copy(part, r); err != nil {
		return err
	}
	return w.Close()
}

// Nope. It has failed already.
func archiveFailed(path string, r io.Reader) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := gzip.NewWriter(f)
	if _, err := io.Copy(w, r); err != nil {
		w.Close()
		f.Close()
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return f.Close()
}

// Nope. A client sees that the response ends too early.
func respond(w http.ResponseWriter, r io.Reader) error {
	z := gzip.NewWriter(w)
	defer z.Close()
	_, err := io.Copy(z, r)
	return err
}

// Nope. What is opened is read only.
func unpack(path string, w io.Writer) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z := gzip.NewWriter(w)
	defer z.Close()
	_, err = io.Copy(z, f)
	return err
}

// Nope. A deferred literal has the error.
func archiveDeferred(path string, r io.Reader) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := gzip.NewWriter(f)
	defer w.Close()
	defer func() {
		if e := w.Close(); e != nil && err == nil {
			err = e
		}
	}()
	_, err = io.Copy(w, r)
	return err
}
