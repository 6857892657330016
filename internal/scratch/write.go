package scratch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file that is seen either with its old content or with its new one,
// also if this process is killed. What is no regular file, such as a pipe, and what cannot
// be replaced, such as a file that is mounted, is written in place.
func WriteFile(name string, content []byte) error {
	mode := fs.FileMode(0o644)
	target, err := filepath.EvalSymlinks(name)
	switch info, statErr := os.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
		target = name
		if _, err := os.Lstat(name); err == nil { // a link to a file that is to be made
			return os.WriteFile(name, content, mode)
		}
	case err != nil || statErr != nil:
		return errors.Join(err, statErr)
	case !info.Mode().IsRegular() || info.Mode().Perm()&0o200 == 0:
		return os.WriteFile(name, content, mode)
	default:
		mode = info.Mode().Perm()
	}
	dir, err := New()
	if err != nil {
		return err
	}
	defer dir.Close()
	beside, err := dir.Beside([]string{target})
	if err != nil {
		return err
	}
	if err = Create(beside[0], content, mode); err == nil {
		err = os.Rename(beside[0], target)
	} else if !errors.Is(err, fs.ErrPermission) { // a full disk would take the old content, too
		return err
	}
	if err != nil {
		return os.WriteFile(name, content, mode)
	}
	return nil
}

// Create writes a new file, down to the disk.
func Create(name string, content []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
