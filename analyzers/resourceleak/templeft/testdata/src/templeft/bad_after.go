package templeft

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
)

type inspector interface {
	Inspect(ctx context.Context, path string) (bool, error)
}

type inbox struct {
	dir string
	by  inspector
}

var errRejected = errors.New("rejected")

// What is passed the path leaves it: the function itself removes it after that. Nothing else removes what is in
// the directory.
func (i *inbox) accept(ctx context.Context, name string, r io.Reader) error {
	f, err := os.CreateTemp(i.dir, ".new-*")
	if err != nil {
		return err
	}
	tmp := f.Name()
	_, err = io.Copy(f, r)
	if err := errors.Join(err, f.Close()); err != nil {
		os.Remove(tmp)
		return err
	}
	good, err := i.by.Inspect(ctx, tmp)
	if err != nil {
		os.Remove(tmp)
		return err
	}
	if !good {
		return errRejected // want `each failure leaves a temporary file: f, made at line 25, is not removed on this return`
	}
	return os.Rename(tmp, filepath.Join(i.dir, name))
}
