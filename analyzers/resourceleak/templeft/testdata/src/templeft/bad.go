package templeft

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

func store(r io.Reader) (string, error) {
	f, err := os.CreateTemp("", "upload-*")
	if err != nil {
		return "", err
	}
	defer f.Close()
	if _, err := io.Copy(f, r); err != nil {
		return "", fmt.Errorf("store: %w", err) // want `each failure leaves a temporary file: f, made at line 13, is not removed on this return`
	}
	return f.Name(), nil
}

func convert(r io.Reader) ([]byte, error) {
	f, err := os.CreateTemp("", "convert-*") // want `the temporary file is left by each call: nothing removes f`
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := io.Copy(f, r); err != nil {
		return nil, err
	}
	return exec.Command("convert", f.Name(), "-").Output()
}

func replace(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err // want `each failure leaves a temporary file: f, made at line 37, is not removed on this return`
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func unpack(r io.ReaderAt, size int64) (string, error) {
	dir, err := os.MkdirTemp("", "unpack-*")
	if err != nil {
		return "", err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return "", err // want `each failure leaves a temporary directory: dir, made at line 52, is not removed on this return`
	}
	return filepath.Join(dir, z.File[0].Name), nil
}

type importer struct{ dir string }

// The importer has the directory only where it is made.
func newImporter(check func(string) error) (*importer, error) {
	dir, err := os.MkdirTemp("", "import-*")
	if err != nil {
		return nil, err
	}
	if err := check(dir); err != nil {
		return nil, err // want `each failure leaves a temporary directory: dir, made at line 67, is not removed on this return`
	}
	return &importer{dir: dir + "/data"}, nil
}

// A helper that reads it leaves it where it is.
func size(r io.Reader) (int64, error) {
	f, err := os.CreateTemp("", "size-*") // want `the temporary file is left by each call`
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if _, err := io.Copy(f, r); err != nil {
		return 0, err
	}
	return sizeOf(f.Name())
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
