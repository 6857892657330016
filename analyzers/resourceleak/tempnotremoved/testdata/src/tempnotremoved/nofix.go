package tempnotremoved

import (
	"fmt"
	"os"
	"path/filepath"
)

func bundle(names []string, add func(dir, name string) error) error {
	dir, err := os.MkdirTemp("", "bundle-*")
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := add(dir, name); err != nil {
			return fmt.Errorf("%s: %w", name, err) // want `temporary files pile up: this return leaves dir, made at line 10`
		}
	}
	return os.RemoveAll(dir)
}

func save(target string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(target), "save-*")
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err // want `temporary files pile up: this return leaves f, made at line 23`
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), target)
}
