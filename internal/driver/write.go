package driver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// replaceFiles replaces all files or, when one cannot be, none: a requirement in
// go.mod that nothing needs would stay, or fixes of half of the packages.
func replaceFiles(changes []FileChange) error {
	for i, c := range changes {
		err := replaceFile(c)
		if err == nil {
			continue
		}
		for _, done := range slices.Backward(changes[:i]) {
			err = errors.Join(err, restoreFile(done))
		}
		return err
	}
	return nil
}

// restoreFile undoes replaceFile.
func restoreFile(c FileChange) error {
	if c.Old == nil {
		return os.Remove(c.Name)
	}
	return replaceFile(FileChange{Name: c.Name, Old: c.New, New: c.Old})
}

// replaceFile puts the new content in place of the old in one step, keeping the
// file's mode and following a symbolic link to the file it names.
func replaceFile(c FileChange) error {
	name, mode, err := target(c)
	if err != nil {
		return fmt.Errorf("cannot fix: %w", err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*.tmp")
	if err != nil {
		return fmt.Errorf("cannot fix: %w", err)
	}
	defer os.Remove(tmp.Name()) // after a rename there is nothing to remove
	_, err = tmp.Write(c.New)
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("cannot fix %s: %w", name, err)
	}
	return nil
}

// target returns the file that a change replaces, behind symbolic links, and its
// mode. A file that is new, such as the first go.sum, is where it is named.
func target(c FileChange) (string, fs.FileMode, error) {
	name, err := filepath.EvalSymlinks(c.Name)
	if errors.Is(err, fs.ErrNotExist) && c.Old == nil {
		return c.Name, 0o644, nil
	} else if err != nil {
		return "", 0, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return "", 0, err
	}
	if info.Mode().Perm()&0o200 == 0 {
		return "", 0, fmt.Errorf("%s is read-only", name)
	}
	return name, info.Mode().Perm(), nil
}
