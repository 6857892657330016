package driver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
)

// Replace puts the new content of one file in place of the old, in one step.
func Replace(c FileChange) error {
	cfg, done, err := Config{}.withScratch()
	if err != nil {
		return err
	}
	defer done()
	return replaceFiles(cfg.scratch, []FileChange{c})
}

// replaceFiles replaces all files or, when one cannot be, none: a requirement in
// go.mod that nothing needs would stay, or fixes of half of the packages. All that can
// fail is done beside the files, before the first is replaced.
func replaceFiles(dir *scratch.Dir, changes []FileChange) error {
	targets := make([]string, len(changes))
	modes := make([]fs.FileMode, len(changes))
	for i, c := range changes {
		var err error
		if targets[i], modes[i], err = target(c); err != nil {
			return fmt.Errorf("cannot fix: %w", err)
		}
	}
	staged, err := stage(dir, targets, modes, changes)
	if err != nil {
		return fmt.Errorf("cannot fix: %w", err)
	}
	for i, name := range staged {
		err := os.Rename(name, targets[i])
		if err == nil {
			continue
		}
		err = fmt.Errorf("cannot fix: %w", err)
		for _, done := range slices.Backward(changes[:i]) {
			err = errors.Join(err, restoreFile(dir, done))
		}
		return err
	}
	return nil
}

// restoreFile undoes replaceFiles for one file.
func restoreFile(dir *scratch.Dir, c FileChange) error {
	if c.Old == nil {
		return os.Remove(c.Name)
	}
	return replaceFiles(dir, []FileChange{{Name: c.Name, Old: c.New, New: c.Old}})
}

// stage writes the new contents beside the targets and returns the files' names.
func stage(dir *scratch.Dir, targets []string, modes []fs.FileMode, changes []FileChange) ([]string, error) {
	names, err := dir.Beside(targets)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		if err := scratch.Create(name, changes[i].New, modes[i]); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// target returns the file that a change replaces, with symbolic links resolved, and its
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
