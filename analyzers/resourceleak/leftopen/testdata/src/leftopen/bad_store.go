package leftopen

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
)

// A blobStore is files, or what tests have instead.
type blobStore interface {
	Load(name string) (io.ReadCloser, error)
	Save(name string) (io.WriteCloser, error)
}

type diskStore struct{ root string }

func (d *diskStore) Load(name string) (io.ReadCloser, error) {
	return os.Open(filepath.Join(d.root, name))
}

func (d *diskStore) Save(name string) (io.WriteCloser, error) {
	f, err := os.Create(filepath.Join(d.root, name))
	if err != nil {
		return nil, err
	}
	pr, pw := io.Pipe()
	go func() {
		defer pr.Close()
		defer f.Close()
		io.Copy(f, pr)
	}()
	return pw, nil
}

type trained struct{ Weights []float64 }

// The implementation opens a file.
func (t *trained) load(store blobStore, name string) error {
	r, err := store.Load(name) // want `r, opened here, is never closed`
	if err != nil {
		return err
	}
	return json.NewDecoder(r).Decode(t)
}

// A failed write leaves the goroutine that reads the other end of the pipe.
func (t *trained) save(store blobStore, name string) error {
	w, err := store.Save(name)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(w).Encode(t); err != nil {
		return err // want `w, opened at line \d+, stays open on this return`
	}
	return w.Close()
}
