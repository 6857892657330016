package closeerrordropped

import (
	"compress/gzip"
	"os"
)

// The writer around the file writes the rest.
func archive(path string, data []byte) error {
	part := path + ".part"
	f, err := os.Create(part)
	if err != nil {
		return err
	}
	zip := gzip.NewWriter(f)
	if _, err := zip.Write(data); err != nil {
		return err
	}
	zip.Close() // want `the error of zip.Close is dropped before os.Rename`
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(part, path)
}
