package failedconstructor

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
)

// An error that is a known one is not nil: nothing is open.
func openKnown(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err == fs.ErrNotExist {
		return nil, fmt.Errorf("no %s", path)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// The nil stands on the left.
func openYoda(path string) (*os.File, error) {
	f, err := os.Open(path)
	if nil != err {
		return nil, fmt.Errorf("open: %w", err)
	}
	return f, nil
}

// Nothing was opened where the file is nil.
func create(names []string, text string) error {
	var f *os.File
	for _, name := range names {
		var err error
		f, err = os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			break
		} else if !os.IsExist(err) {
			return err
		}
	}
	if f == nil {
		return errors.New("no name is free")
	}
	defer f.Close()
	_, err := f.WriteString(text)
	return err
}

// Nothing is open where both hold, and where one of them does not.
func dialBoth(addr string, retry bool) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil && retry {
		return nil, fmt.Errorf("once more: %w", err)
	} else if err != nil {
		return nil, err
	}
	other, err := net.Dial("tcp", addr)
	if err != nil || other == nil {
		conn.Close()
		return nil, errors.New("no second connection")
	}
	other.Close()
	return conn, nil
}
