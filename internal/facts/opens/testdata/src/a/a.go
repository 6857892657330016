package a

import (
	"io"
	"os"
	"path/filepath"
	"strings"
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

// A Store is implemented by what opens files, and by what reads memory.
type Store interface {
	Load(name string) (io.ReadCloser, error)       // want Load:"opens"
	Save(name string) (io.WriteCloser, error)      // want Save:"opens"
	Cached(name string) (io.ReadCloser, error)     // nothing opens it
	Other(name string) (io.ReadCloser, error, int) // no error at the end
}

type disk struct{ root string }

func (d *disk) Load(name string) (io.ReadCloser, error) { // want Load:"opens"
	return os.Open(filepath.Join(d.root, name))
}

func (d *disk) Save(name string) (io.WriteCloser, error) { // want Save:"opens"
	f, err := os.Create(filepath.Join(d.root, name))
	if err != nil {
		return nil, err
	}
	pr, pw := io.Pipe()
	go func() {
		defer f.Close()
		io.Copy(f, pr)
	}()
	return pw, nil
}

func (d *disk) Cached(name string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(name)), nil
}

func (d *disk) Other(name string) (io.ReadCloser, error, int) { return nil, nil, 0 }

// The disk is no Cache, whose method has the same name.
type Cache interface {
	Load(name string) (io.ReadCloser, error)
	Drop(name string)
}
