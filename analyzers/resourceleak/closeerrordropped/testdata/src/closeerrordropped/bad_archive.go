package closeerrordropped

import (
	"archive/zip"
	"compress/gzip"
	"io"
	"os"
)

// The directory of the archive is written by Close.
func packed(path string, r io.Reader) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := zip.NewWriter(f)
	defer w.Close() // want `a file that lacks its end is reported as success: w.Close writes the rest of the data, and its error is dropped`
	part, err := w.Create("data")
	if err != nil {
		return err
	}
	if _, err := io.Copy(part, r); err != nil {
		return err
	}
	return nil
}

// The archive is read again after it.
func archived(r io.Reader) (int64, error) {
	f, err := os.CreateTemp("", "*.gz")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	w := gzip.NewWriter(f)
	defer w.Close()
	if _, err := io.Copy(w, r); err != nil {
		return 0, err
	}
	w.Close() // want `w.Close writes the rest of the data`
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
