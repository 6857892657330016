package own

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"log"
	"os"
)

type table struct {
	file *os.File
	rows *csv.Writer
}

func create(path string) (*table, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &table{file: f, rows: csv.NewWriter(f)}, nil
}

func (t *table) add(fields ...string) error { return t.rows.Write(fields) }

func (t *table) fill(names []string) error {
	for _, n := range names {
		if err := t.add(n); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) Close() error {
	t.rows.Flush()
	return t.file.Close()
}

// The method that failed has written to a part of the value.
func filled(names []string) error {
	t, err := create("names.csv")
	if err != nil {
		return err
	}
	defer t.Close()
	if err := t.fill(names); err != nil {
		log.Fatalf("fill: %v", err) // want `log\.Fatalf skips the deferred t\.Close \(line \d+\): what it writes, releases or reports is lost`
	}
	return nil
}

type sink struct {
	out io.WriteCloser
	buf *bufio.Writer
}

func (s *sink) Close() error {
	if err := s.buf.Flush(); err != nil {
		return err
	}
	return s.out.Close()
}

func dump(s *sink, lines []string) error {
	for _, l := range lines {
		if _, err := fmt.Fprintln(s.buf, l); err != nil {
			return err
		}
	}
	return nil
}

// A function that failed has written to a part of its parameter.
func dumped(out io.WriteCloser, lines []string) error {
	s := &sink{out, bufio.NewWriter(out)}
	defer s.Close()
	err := dump(s, lines)
	if err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred s\.Close`
	}
	return nil
}

type scratch struct{ dir string }

func (s *scratch) Close() error { return os.RemoveAll(s.dir) }

func inspect(s *scratch) error {
	_, err := os.ReadDir(s.dir)
	return err
}

// The directory stays, whatever is in it.
func inspected() error {
	dir, err := os.MkdirTemp("", "inspect")
	if err != nil {
		return err
	}
	s := &scratch{dir}
	defer s.Close()
	if err := inspect(s); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred s\.Close`
	}
	return nil
}
