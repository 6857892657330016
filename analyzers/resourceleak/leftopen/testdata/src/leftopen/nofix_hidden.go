package leftopen

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"io"
	"os"
)

// Close of what the caller gets leaves the file open.
func unpacked(path string) (io.ReadCloser, error) {
	f, err := os.Open(path) // want `f, opened here, is never closed: what is returned at line \d+ does not close it, and nothing else can`
	if err != nil {
		return nil, err
	}
	zr, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return zr, nil
}

func plainOrPacked(path string, packed bool) (io.ReadCloser, error) {
	f, err := os.Open(path) // want `f, opened here, is never closed: what is returned at line \d+`
	if err != nil {
		return nil, err
	}
	if packed {
		return gzip.NewReader(f)
	}
	return f, nil
}

// The caller gets nothing that it could close.
func words(path string) (*bufio.Scanner, error) {
	f, err := os.Open(path) // want `f, opened here, is never closed: what is returned at line \d+`
	if err != nil {
		return nil, err
	}
	s := bufio.NewScanner(f)
	s.Split(bufio.ScanWords)
	return s, nil
}

func unclosed(path string) (io.ReadCloser, error) {
	f, err := os.Open(path) // want `f, opened here, is never closed: what is returned at line \d+`
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bufio.NewReader(f)), nil
}

type table struct {
	rows *csv.Reader
	done chan struct{}
}

func (t *table) Close() { close(t.done) }

func (t *table) load(path string) error {
	f, err := os.Open(path) // want `f, opened here, is never closed: what is kept at line \d+`
	if err != nil {
		return err
	}
	t.rows = csv.NewReader(f)
	return nil
}
