package notflushed

import (
	"bufio"
	"fmt"
	"io"
	"mime/multipart"
)

// The error of the last write is none when all goes well.
func report(w io.Writer, rows []string) error {
	bw := bufio.NewWriter(w) // want `the end of what is written to bw is lost: nothing calls bw.Flush`
	for _, row := range rows {
		if _, err := fmt.Fprintln(bw, row); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(bw, "total", len(rows))
	return err
}

// One error of several is returned.
func section(w io.Writer, title string, rows []string) (err error) {
	bw := bufio.NewWriter(w) // want `nothing calls bw.Flush`
	if title != "" {
		_, err = bw.WriteString(title)
	} else {
		err = bw.WriteByte('\n')
	}
	return err
}

// A form ends with its last boundary.
func form(w io.Writer, r io.Reader) error {
	mw := multipart.NewWriter(w) // want `the end of what is written to mw is lost: nothing calls mw.Close`
	part, err := mw.CreateFormFile("file", "dump")
	if err != nil {
		return err
	}
	_, err = io.Copy(part, r)
	return err
}
