package leftopen

import (
	"errors"
	"os"
)

type rotatedLog struct {
	path string
	file *os.File
	size int
}

func openRotated(path string) (*rotatedLog, error) {
	l := &rotatedLog{path: path}
	if err := l.again(); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *rotatedLog) again() error {
	f, err := os.Create(l.path) // want `rotatedLog.file is opened again here while the one before is open: nothing closes that when it is replaced at line 30`
	if err != nil {
		return err
	}
	if _, err := f.Stat(); err != nil {
		return errors.Join(err, f.Close())
	}
	l.file = f
	return nil
}

func (l *rotatedLog) roll() error {
	if err := os.Rename(l.path, l.path+".1"); err != nil {
		return err
	}
	return l.again()
}

// The file is known to be there.
func (l *rotatedLog) Write(p []byte) (int, error) {
	if l.file == nil {
		return 0, os.ErrClosed
	}
	if l.size += len(p); l.size > 1<<20 {
		if err := l.roll(); err != nil {
			return 0, err
		}
	}
	return l.file.Write(p)
}

func (l *rotatedLog) Close() error {
	f := l.file
	l.file = nil
	return f.Close()
}
