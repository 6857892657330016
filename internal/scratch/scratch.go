// Package scratch makes temporary directories that are always removed: by the process that
// made one or, if that was killed, by the next process. A lock, which ends with the process
// that holds it, shows which have no owner.
//
// Files that are about to replace others have to be in the same directory. A directory's
// journal names them before they are made, so that they are removed with it.
package scratch

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	prefix  = "lifecyclelint-run-"
	lock    = "lock"
	journal = "journal"
	// besideMark is in the name of every file that a journal names. Nothing else is
	// removed on the word of one.
	besideMark = ".lifecyclelint-tmp-"
)

// A Dir is a temporary directory.
type Dir struct {
	Path    string
	lock    *os.File
	journal *os.File
	beside  []string
}

// root is where directories are made: where the go command makes its own, which go
// into them.
func root() string { return cmp.Or(os.Getenv(goTemp), written(goTemp), os.TempDir()) }

const goTemp = "GOTMPDIR"

// written returns what go env -w has set a variable to, "" for nothing.
func written(variable string) string {
	name := os.Getenv("GOENV")
	if name == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		name = filepath.Join(dir, "go", "env")
	}
	text, _ := os.ReadFile(name) // there is no such file where nothing is set
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), variable+"="); ok {
			return value
		}
	}
	return ""
}

// New makes a directory. It removes those that killed processes have left.
func New() (*Dir, error) {
	Sweep()
	for {
		path, err := os.MkdirTemp(root(), prefix)
		if err != nil {
			return nil, fmt.Errorf("cannot make a temporary directory: %w", err)
		}
		d := &Dir{Path: path}
		if d.lock, err = acquire(filepath.Join(path, lock)); err == nil {
			return d, nil
		}
		if !errors.Is(err, errSwept) {
			return nil, errors.Join(err, os.RemoveAll(path))
		}
	}
}

// errSwept says that another process took a new directory for one without an owner,
// between its creation and its lock.
var errSwept = errors.New("swept")

// acquire makes and locks the lock file of a new directory.
func acquire(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errSwept
	} else if err != nil {
		return nil, err
	}
	if tryLock(f) && sameFile(f, name) {
		return f, nil
	}
	return nil, errors.Join(errSwept, f.Close())
}

func sameFile(f *os.File, name string) bool {
	a, errA := f.Stat()
	b, errB := os.Stat(name)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// Sub makes a directory in d.
func (d *Dir) Sub(name string) (string, error) {
	return os.MkdirTemp(d.Path, name+"-")
}

// GoEnv returns the environment variable that lets the go command work in d.
func (d *Dir) GoEnv() string { return goTemp + "=" + d.Path }

// Beside returns names for new files in the directories of those named, which they are
// going to replace. Close removes the ones that have not been renamed.
func (d *Dir) Beside(names []string) ([]string, error) {
	var err error
	if d.journal == nil {
		if d.journal, err = os.Create(filepath.Join(d.Path, journal)); err != nil {
			return nil, err
		}
	}
	var paths []string
	for _, name := range names {
		paths = append(paths, filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+besideMark+filepath.Base(d.Path)[len(prefix):]+"-"+strconv.Itoa(len(d.beside)+len(paths))))
	}
	for _, path := range paths {
		if _, err := fmt.Fprintf(d.journal, "%q\n", path); err != nil {
			return nil, err
		}
	}
	d.beside = append(d.beside, paths...)
	return paths, nil
}

// Close removes the directory, and what was made beside files and not renamed.
func (d *Dir) Close() error {
	for _, path := range d.beside {
		_ = os.Remove(path) // most are renamed
	}
	if d.journal != nil {
		d.journal.Close()
	}
	return remove(d.Path, d.lock)
}

// remove removes a directory, its lock last: if the process is killed during the removal,
// the rest still has a lock without an owner.
func remove(path string, held *os.File) error {
	defer held.Close()
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		if e.Name() != lock {
			err = errors.Join(err, os.RemoveAll(filepath.Join(path, e.Name())))
		}
	}
	return errors.Join(err, removeLocked(filepath.Join(path, lock), held), os.Remove(path))
}

// Sweep removes the directories whose process has ended without doing so.
func Sweep() {
	dirs, _ := filepath.Glob(filepath.Join(root(), prefix+"*"))
	for _, dir := range dirs {
		f, err := os.OpenFile(filepath.Join(dir, lock), os.O_RDWR, 0)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			_ = os.Remove(dir) // it is empty when its process was killed before it had the lock
		case err != nil: // another user's
		case tryLock(f):
			removeBeside(filepath.Join(dir, journal))
			_ = remove(dir, f) // the next one tries again
		default:
			f.Close()
		}
	}
}

// removeBeside removes the files that a journal names.
func removeBeside(name string) {
	f, err := os.Open(name)
	if err != nil {
		return
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		path, err := strconv.Unquote(lines.Text())
		if err == nil && strings.Contains(filepath.Base(path), besideMark) {
			_ = os.Remove(path)
		}
	}
}
