package templeft

import (
	"io"
	"os"
	"path/filepath"
)

// It is removed when the function returns.
func removed(r io.Reader) error {
	f, err := os.CreateTemp("", "upload-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	_, err = io.Copy(f, r)
	return err
}

// A deferred literal removes it where the function fails.
func undone(r io.Reader) (name string, err error) {
	f, err := os.CreateTemp("", "upload-*")
	if err != nil {
		return "", err
	}
	defer func() {
		f.Close()
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if _, err = io.Copy(f, r); err != nil {
		return "", err
	}
	return f.Name(), nil
}

// It is removed by the path that a variable has.
func byPath(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	tmp := f.Name()
	if _, err := f.Write(data); err != nil {
		f.Close()
		os.Remove(tmp)
		return err
	}
	if err := f.Close(); err != nil {
		_ = os.Remove(tmp)
		return err
	}
	return os.Rename(tmp, path)
}

// The caller gets the directory, and what is in it.
func made() (string, error) {
	dir, err := os.MkdirTemp("", "made-*")
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "data"), nil
}

// Only a failure removes it: what it is made for begins when the function has returned.
func kept(r io.Reader) error {
	f, err := os.CreateTemp("", "kept-*")
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := io.Copy(f, r); err != nil {
		os.Remove(f.Name())
		return err
	}
	return nil
}

type spool struct {
	f *os.File
}

// The object has it, and removes it.
func (s *spool) open() error {
	f, err := os.CreateTemp("", "spool-*")
	if err != nil {
		return err
	}
	s.f = f
	if _, err := f.WriteString("spool"); err != nil {
		return err
	}
	return nil
}

func (s *spool) Close() error {
	s.f.Close()
	return os.Remove(s.f.Name())
}

// A helper of the package removes it.
func helped(r io.Reader) error {
	f, err := os.CreateTemp("", "upload-*")
	if err != nil {
		return err
	}
	defer drop(f)
	_, err = io.Copy(f, r)
	return err
}

func drop(f *os.File) {
	f.Close()
	os.Remove(f.Name())
}

// A goroutine has it.
func later(r io.Reader, use func(string)) error {
	dir, err := os.MkdirTemp("", "later-*")
	if err != nil {
		return err
	}
	go func() {
		defer os.RemoveAll(dir)
		use(dir)
	}()
	return nil
}

// It has no name any more.
func anonymous(r io.Reader) (*os.File, error) {
	f, err := os.CreateTemp("", "anonymous-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, err
	}
	if _, err := io.Copy(f, r); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// A goroutine reads it, and what it does with it is its own affair.
func load(r io.Reader, l interface{ Load(path string) error }) error {
	f, err := os.CreateTemp("", "load-*")
	if err != nil {
		return err
	}
	defer f.Close()
	io.Copy(f, r)
	go l.Load(f.Name())
	return nil
}
