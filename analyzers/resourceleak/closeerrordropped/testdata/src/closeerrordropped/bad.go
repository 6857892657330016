package closeerrordropped

import (
	"encoding/json"
	"os"
	"path/filepath"
)

func save(path string, v any) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".state-*")
	if err != nil {
		return err
	}
	if err := json.NewEncoder(f).Encode(v); err != nil {
		f.Close()
		os.Remove(f.Name())
		return err
	}
	f.Close() // want `a file whose last data could not be written is put in place: the error of f.Close is dropped before os.Rename \(line 20\)`
	return os.Rename(f.Name(), path)
}
