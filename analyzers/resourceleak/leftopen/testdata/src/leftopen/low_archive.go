package leftopen

import (
	"archive/zip"
	"io"
	"os"
)

// The file of an archive holds memory, and what reads the archive is closed.
func extract(archive, dest string) error {
	r, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer r.Close()
	out, err := os.Create(dest)
	if err != nil {
		return err
	}
	defer out.Close()
	for _, f := range r.File {
		in, err := f.Open() // want `in, opened here, is never closed`
		if err != nil {
			return err
		}
		if _, err := io.Copy(out, in); err != nil {
			return err
		}
	}
	return nil
}
