package failedconstructor

import (
	"fmt"
	"io/fs"
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
