package failedconstructor

import (
	"io"
	"log"
	"os"
)

// The results have names, and the return gives them as they are.
func openAt(path string, at int64) (r io.ReadCloser, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	info, err := f.Stat()
	if err != nil {
		log.Print(err)
		return // want `openAt fails here, and f, opened at line 11, stays open: the caller gets nothing that it could close`
	}
	if _, err = f.Seek(at, io.SeekStart); err != nil {
		return
	}
	r = f
	return r, info.Size(), err
}

// The error of success is a variable.
func openEnd(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	_, err = f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err // want `openEnd fails here, and f, opened at line 29, stays open`
	}
	return f, err
}
