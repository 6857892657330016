package notflushed

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"net"
	"os"
)

func deferred(f *os.File, line string) error {
	w := bufio.NewWriter(f)
	defer w.Flush()
	_, err := fmt.Fprintln(w, line)
	return err
}

// A path that fails leaves an incomplete file anyway.
func failing(f *os.File, line string) error {
	w := bufio.NewWriter(f)
	if _, err := w.WriteString(line); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return w.Flush()
}

// Nothing is written where there is nothing.
func empty(f *os.File, list []string) error {
	w := bufio.NewWriter(f)
	if len(list) == 0 {
		return nil
	}
	for _, line := range list {
		w.WriteString(line)
	}
	return w.Flush()
}

// WriteAll writes all out.
func all(w io.Writer, list [][]string) error {
	c := csv.NewWriter(w)
	return c.WriteAll(list)
}

// The caller writes it out.
func writerOf(f *os.File) *gzip.Writer {
	w := gzip.NewWriter(f)
	w.Name = f.Name()
	return w
}

// Each message is written out.
type client struct {
	conn net.Conn
	w    *bufio.Writer
}

func dial(addr string) (*client, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &client{conn, bufio.NewWriter(conn)}, nil
}

func (c *client) send(line string) error {
	if _, err := c.w.WriteString(line); err != nil {
		return err
	}
	return c.w.Flush()
}

func (c *client) Close() error { return c.conn.Close() }

// A function of the package writes it out.
func through(f *os.File, line string) error {
	w := bufio.NewWriter(f)
	w.WriteString(line)
	return finish(w)
}

func finish(w *bufio.Writer) error { return w.Flush() }

// What reads and writes has both.
func both(conn net.Conn) *bufio.ReadWriter {
	r, w := bufio.NewReader(conn), bufio.NewWriter(conn)
	return bufio.NewReadWriter(r, w)
}
