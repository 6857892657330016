package leftopen

import (
	"os"
	"sync/atomic"
)

type replaceable struct{ file atomic.Pointer[*os.File] }

// The field keeps the new file, and the old one is closed.
func (r *replaceable) reopen(name string) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if old := r.file.Swap(&f); old != nil {
		return (*old).Close()
	}
	return nil
}

func (r *replaceable) Close() error { return (*r.file.Load()).Close() }
