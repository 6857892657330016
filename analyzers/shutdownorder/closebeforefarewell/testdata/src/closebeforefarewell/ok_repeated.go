package closebeforefarewell

import (
	"archive/zip"
	"os"
)

// The deferred calls are for the returns of a failure: w is closed before the file in the end.
func archive(path, name string, data []byte) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := zip.NewWriter(file)
	defer w.Close()
	entry, err := w.Create(name)
	if err != nil {
		return err
	}
	if _, err = entry.Write(data); err != nil {
		return err
	}
	err = w.Close()
	if err != nil {
		return err
	}
	err = file.Close()
	if err != nil {
		return err
	}
	return nil
}
