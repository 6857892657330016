// Package tornwrite_records keeps a log of commands.
package tornwrite_records

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

func open(path string, apply func(command)) (*journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	j := &journal{f: f, apply: apply}
	if err := j.replay(); err != nil {
		f.Close()
		return nil, err
	}
	return j, nil
}

// The cut record stays, and what is appended to it cannot be read.
func (j *journal) replay() error {
	dec := json.NewDecoder(bufio.NewReader(j.f))
	for {
		var cmd command
		if err := dec.Decode(&cmd); err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) { // want `records are lost after a kill during a write: a cut last record is taken for the end here and stays in the file, and add appends the next one to it`
			return nil
		} else if err != nil {
			return err
		}
		j.apply(cmd)
	}
}

func (j *journal) add(cmd command) error {
	raw, err := json.Marshal(cmd)
	if err != nil {
		return err
	}
	_, err = j.f.Write(append(raw, '\n'))
	return err
}
