package notflushed

import (
	"archive/zip"
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"text/tabwriter"
)

func export(path string, lines []string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f) // want `the end of what is written to w is lost: nothing calls w.Flush`
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

type record struct{ Name string }

type log struct {
	mu   sync.Mutex
	file *os.File
	w    *bufio.Writer
}

func open(path string) (*log, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o640)
	if err != nil {
		return nil, err
	}
	return &log{file: f, w: bufio.NewWriterSize(f, 64<<10)}, nil
}

func (l *log) append(r record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return json.NewEncoder(l.w).Encode(r)
}

func (l *log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Close() // want `the end of what is written to log.w is lost: log.Close closes without its Flush`
}

// A closed archive ends with a directory, and without one nothing can read it.
func pack(w io.Writer, name string, content []byte) error {
	z := zip.NewWriter(w) // want `the end of what is written to z is lost: nothing calls z.Close`
	part, err := z.Create(name)
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	if err != nil {
		return err
	}
	return nil
}

func compress(f *os.File, r io.Reader) (int64, error) {
	z := gzip.NewWriter(f) // want `nothing calls z.Close`
	n, err := io.Copy(z, r)
	if err != nil {
		return n, err
	}
	return n, nil
}

func rows(f *os.File, list []record) error {
	w := csv.NewWriter(f)
	for i, r := range list {
		if err := w.Write([]string{r.Name}); err != nil {
			return err
		}
		if i == 1000 {
			return nil // want `the end of what is written to w is lost: this return leaves without w.Flush`
		}
	}
	w.Flush()
	return w.Error()
}

func table(list []record) {
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 1, ' ', 0) // want `nothing calls w.Flush`
	for _, r := range list {
		fmt.Fprintln(w, r.Name)
	}
}

func sheet(out io.Writer, rows [][]string) error {
	w := csv.NewWriter(out) // want `the end of what is written to w is lost: nothing calls w.Flush`
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return w.Error()
}
