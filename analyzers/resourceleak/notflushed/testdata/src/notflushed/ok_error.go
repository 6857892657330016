package notflushed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
)

var errEmpty = errors.New("empty")

// What fails leaves an incomplete file anyway.
func failed(w io.Writer, rows []string) error {
	bw := bufio.NewWriter(w)
	n, err := fmt.Fprintln(bw, rows)
	switch {
	case err != nil:
		return err
	case n == 1:
		return errEmpty
	case n < 0:
		return fmt.Errorf("wrote %d bytes", n)
	}
	return bw.Flush()
}

// The form is ended.
func ended(w io.Writer, name string) error {
	mw := multipart.NewWriter(w)
	err := mw.WriteField("name", name)
	return errors.Join(err, mw.Close())
}
