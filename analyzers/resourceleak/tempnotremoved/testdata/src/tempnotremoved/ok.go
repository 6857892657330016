package tempnotremoved

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Removed by a deferred call.
func bundleOK(names []string, add func(dir, name string) error) error {
	dir, err := os.MkdirTemp("", "bundle-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, name := range names {
		if err := add(dir, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// Removed by a deferred literal, which reads the name from the file.
func literal(r io.Reader) (err error) {
	f, err := os.CreateTemp("", "x-*")
	if err != nil {
		return err
	}
	defer func() {
		f.Close()
		os.Remove(f.Name())
	}()
	_, err = io.Copy(f, r)
	return err
}

// Removed on failure, in a deferred literal that tests the error.
func onFailure(target string, r io.Reader) (err error) {
	f, err := os.CreateTemp(filepath.Dir(target), "x-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if _, err = io.Copy(f, r); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), target)
}

// A function of the package removes it.
func helper() error {
	f, err := os.CreateTemp("", "x-*")
	if err != nil {
		return err
	}
	defer drop(f)
	_, err = f.WriteString("x")
	return err
}

func drop(f *os.File) {
	f.Close()
	os.Remove(f.Name())
}

// The caller gets a path in it.
func workDir() (string, error) {
	dir, err := os.MkdirTemp("", "work-*")
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "data"), nil
}

// The caller gets the file.
func open() (*os.File, error) {
	return os.CreateTemp("", "x-*")
}

func openWith(header string) (*os.File, error) {
	f, err := os.CreateTemp("", "x-*")
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(f, header)
	return f, nil
}

// Kept in an object, whose Close removes it.
type store struct{ dir string }

func newStore() (*store, error) {
	dir, err := os.MkdirTemp("", "store-*")
	if err != nil {
		return nil, err
	}
	return &store{dir: dir}, nil
}

func (s *store) Close() error { return os.RemoveAll(s.dir) }

// The object that is made here removes it.
func useStore(run func(*store) error) error {
	dir, err := os.MkdirTemp("", "store-*")
	if err != nil {
		return err
	}
	s := &store{dir: dir}
	defer s.Close()
	return run(s)
}

// All that a list names is removed.
func many(n int) error {
	var names []string
	defer func() {
		for _, name := range names {
			os.Remove(name)
		}
	}()
	for range n {
		f, err := os.CreateTemp("", "x-*")
		if err != nil {
			return err
		}
		names = append(names, f.Name())
		f.Close()
	}
	return nil
}

// The name is stored in a variable first.
func variable(data []byte) error {
	f, err := os.CreateTemp("", "x-*")
	if err != nil {
		return err
	}
	name := f.Name()
	defer os.Remove(name)
	_, err = f.Write(data)
	return err
}

// A function that ends the work is returned.
func withCleanup() (string, func(), error) {
	dir, err := os.MkdirTemp("", "x-*")
	if err != nil {
		return "", nil, err
	}
	return dir, func() { os.RemoveAll(dir) }, nil
}

// Unlinked as soon as it is open.
func unlinked() (*os.File, error) {
	f, err := os.CreateTemp("", "x-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// The goroutine that gets the name may remove the file.
func inBackground(load func(path string)) error {
	f, err := os.CreateTemp("", "x-*")
	if err != nil {
		return err
	}
	defer f.Close()
	go load(f.Name())
	return nil
}
