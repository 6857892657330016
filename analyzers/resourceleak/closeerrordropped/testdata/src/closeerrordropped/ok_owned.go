package closeerrordropped

import (
	"compress/gzip"
	"errors"
	"os"
)

type ledger struct {
	f  *os.File
	gz *gzip.Writer
}

func (l *ledger) Close() error {
	if err := l.gz.Flush(); err != nil {
		l.gz.Close() // the first error is what counts
		return errors.Join(err, l.f.Close())
	}
	return errors.Join(l.gz.Close(), l.f.Close())
}

// abort gives up what it has written.
func (l *ledger) abort() {
	l.gz.Close()
	l.f.Close()
	os.Remove(l.f.Name())
}
