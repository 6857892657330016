package a

import (
	"io"
	"os"
	"path/filepath"
)

type Dir struct {
	root string
	last *os.File
}

func (d *Dir) Open(name string) (*os.File, error) { // want Open:"opens"
	return os.Open(filepath.Join(d.root, name))
}

func (d *Dir) File(name string) (*os.File, os.FileInfo, error) { // want File:"opens"
	f, err := os.Open(filepath.Join(d.root, name))
	if err != nil {
		return nil, nil, err
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, st, nil
}

func (d *Dir) Reader(name string) (io.ReadCloser, error) { // want Reader:"opens"
	f, _, err := d.File(name)
	return f, err
}

// It is retained, or closed when the function returns, or was open before.

func (d *Dir) Keep(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	d.last = f
	return f, nil
}

func (d *Dir) Last() (*os.File, error) { return d.last, nil }

func (d *Dir) Closed(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f, nil
}

func (d *Dir) Either(name string) (f *os.File, err error) {
	if name == "" {
		f = d.last
		return f, nil
	}
	return os.Open(name)
}
