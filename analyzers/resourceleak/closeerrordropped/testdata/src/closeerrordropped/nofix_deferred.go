package closeerrordropped

import (
	"compress/gzip"
	"os"
)

// The writer around the file has not written the rest when it is renamed.
func pack(path string, data []byte) error {
	f, err := os.CreateTemp("", "pack-*")
	if err != nil {
		return err
	}
	zw := gzip.NewWriter(f)
	defer zw.Close() // want `a file whose last data is not written yet is put in place: the deferred zw.Close runs after os.Rename`
	if _, err := zw.Write(data); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
