// Package tornwrite_recordserror does not open a log that is cut.
package tornwrite_recordserror

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

type command struct{ Op string }

type journal struct{ f *os.File }

// The operator has to look at it.
func (j *journal) replay(apply func(command)) error {
	dec := json.NewDecoder(j.f)
	for {
		var cmd command
		err := dec.Decode(&cmd)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("the log is cut: %w", err)
		}
		if err != nil {
			return err
		}
		apply(cmd)
	}
}

func (j *journal) add(raw []byte) error {
	_, err := j.f.Write(raw)
	return err
}
