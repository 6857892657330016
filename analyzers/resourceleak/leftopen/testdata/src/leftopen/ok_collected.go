package leftopen

import (
	"io"
	"os"
)

// A deferred loop closes all.
func deferredAll(paths []string, use func([]*os.File) error) error {
	var files []*os.File
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	return use(files)
}

// The collection is returned beside the error.
func besides(paths []string) ([]*os.File, error) {
	var files []*os.File
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return files, err
		}
		files = append(files, f)
	}
	return files, nil
}

// Closed before the return.
func closesThem(paths []string) ([]*os.File, error) {
	var files []*os.File
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			for _, one := range files {
				one.Close()
			}
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

type library struct{ files map[string]*os.File }

// A field has the same map.
func (h *library) load(paths []string) error {
	files := make(map[string]*os.File)
	h.files = files
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		files[path] = f
	}
	return nil
}

func (h *library) Close() {
	for _, f := range h.files {
		f.Close()
	}
}

// What is collected was open before.
func sorted(list []*attachment, check func(*attachment) error) ([]io.ReadCloser, error) {
	var open []io.ReadCloser
	for _, a := range list {
		if err := check(a); err != nil {
			return nil, err
		}
		open = append(open, a.File)
	}
	return open, nil
}

// A caller closes the rest.
func copyAll(files []*os.File, w io.Writer) error {
	for _, f := range files {
		if _, err := io.Copy(w, f); err != nil {
			return err
		}
		f.Close()
	}
	return nil
}

func copiesAll(a, b *os.File, w io.Writer) error {
	files := []*os.File{a, b}
	err := copyAll(files, w)
	for _, f := range files {
		f.Close()
	}
	return err
}

// It returns what it opens: failed-constructor reports it.
func openEach(paths []string) ([]*os.File, error) {
	var files []*os.File
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}
