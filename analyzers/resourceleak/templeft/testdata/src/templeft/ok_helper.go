package templeft

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// The caller removes what the helper has made.
func counted(r io.Reader) ([]byte, error) {
	path, err := saved(r)
	if err != nil {
		return nil, err
	}
	defer os.Remove(path)
	return exec.Command("wc", path).Output()
}

// It gets its final name.
func stored(r io.Reader, name string) error {
	path, err := saved(r)
	if err != nil {
		return err
	}
	if err := os.Rename(path, name); err != nil {
		os.Remove(path)
		return err
	}
	return nil
}

// Another caller gets it.
func passedOn(r io.Reader) (string, error) {
	path, err := saved(r)
	if err != nil {
		return "", err
	}
	return filepath.Clean(path), nil
}

// What removes it comes with it.
func withCleanup() (string, func(), error) {
	dir, err := os.MkdirTemp("", "x")
	if err != nil {
		return "", nil, err
	}
	return dir, func() { os.RemoveAll(dir) }, nil
}

func worked() error {
	dir, cleanup, err := withCleanup()
	if err != nil {
		return err
	}
	defer cleanup()
	return exec.Command("make", "-C", dir).Run()
}

// The object removes it later.
type checkout struct{ dir string }

func newCheckout() (*checkout, error) {
	dir, err := scratch()
	if err != nil {
		return nil, err
	}
	return &checkout{dir}, nil
}

func (c *checkout) Close() error { return os.RemoveAll(c.dir) }
