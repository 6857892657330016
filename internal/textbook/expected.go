package textbook

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
)

// An Expectation is a line of the expected failures: cases that do not hold yet,
// or a check that has no shapes yet, whose context is "-".
type Expectation struct {
	Shape, Contexts, Reason string
	Line                    int
}

// ReadExpected reads lines of shape, pattern of contexts, and reason.
func ReadExpected(r io.Reader) ([]Expectation, error) {
	rd := csv.NewReader(r)
	rd.Comment, rd.FieldsPerRecord, rd.TrimLeadingSpace = '#', 3, true
	var list []Expectation
	for {
		fields, err := rd.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := rd.FieldPos(0)
		if fields[0] == "shape" {
			continue
		}
		if fields[2] == "" {
			return nil, fmt.Errorf("line %d gives no reason", line)
		}
		list = append(list, Expectation{fields[0], fields[1], fields[2], line})
	}
}

// Covers reports whether the case is expected to fail.
func (e Expectation) Covers(c Case) bool {
	shape, _ := path.Match(e.Shape, c.Shape.Path())
	context, _ := path.Match(e.Contexts, c.Context.Name)
	return shape && context
}
