// Package tornwrite_recordsok cuts a log to its last whole record.
package tornwrite_recordsok

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
)

type command struct{ Op string }

type journal struct {
	f     *os.File
	apply func(command)
}

func (j *journal) replay() error {
	dec := json.NewDecoder(bufio.NewReader(j.f))
	for {
		var cmd command
		whole := dec.InputOffset()
		err := dec.Decode(&cmd)
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return j.f.Truncate(whole)
		case err != nil:
			return err
		}
		j.apply(cmd)
	}
}

func (j *journal) add(raw []byte) error {
	_, err := j.f.Write(append(raw, '\n'))
	return err
}
