package failedconstructor

import (
	"io"
	"os"
)

// The caller gets the file beside the error.
func openInto(path string) (f *os.File, err error) {
	f, err = os.Open(path)
	if err != nil {
		return
	}
	if _, err = f.Seek(0, io.SeekEnd); err != nil {
		return
	}
	return f, nil
}

// It is handed out before the next step fails.
func openEarly(path string) (r io.ReadSeekCloser, err error) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	r = f
	if _, err = r.Seek(0, io.SeekEnd); err != nil {
		return
	}
	return r, nil
}
