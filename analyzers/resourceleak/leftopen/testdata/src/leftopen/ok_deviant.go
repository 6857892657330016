package leftopen

import (
	"errors"
	"io"
	"os"
)

// openTrusted closes the file on each return of an error.
func openTrusted(f *os.File, offset int64) (io.ReadCloser, error) {
	if offset < 0 {
		f.Close()
		return nil, errors.New("negative offset")
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// skipTo leaves the file to its caller, but for one failure after which nobody can use it.
func skipTo(f *os.File, offset int64) error {
	if offset < 0 {
		return errors.New("negative offset")
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		f.Close()
		return err
	}
	return nil
}

// readBlock passes the file on where it is not its own to close.
func readBlock(f *os.File, size int64, fallback func(*os.File) (io.ReadCloser, error)) (io.ReadCloser, error) {
	if size == 0 {
		f.Close()
		return nil, errors.New("empty")
	}
	if size < 0 {
		return fallback(f)
	}
	if _, err := f.Seek(size, io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
