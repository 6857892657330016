package leftopen

import (
	"bufio"
	"os"
)

// The condition holds once more each day.
type daily struct {
	day  string
	file *os.File
	buf  *bufio.Writer
}

func (d *daily) Add(day, line string) error {
	if day != d.day {
		if err := d.next(day); err != nil {
			return err
		}
	}
	_, err := d.buf.WriteString(line)
	return err
}

func (d *daily) next(day string) error {
	f, err := os.Create(day + ".log") // want `daily.file is opened again here while the one before is open: nothing closes that when it is replaced at line 30`
	if err != nil {
		return err
	}
	d.day, d.file, d.buf = day, f, bufio.NewWriter(f)
	return nil
}

func (d *daily) Close() error { return d.end() }

func (d *daily) end() error {
	if d.file == nil {
		return nil
	}
	d.buf.Flush()
	return d.file.Close()
}

// The same in one method.
type hourly struct {
	hour int
	file *os.File
}

func (h *hourly) Add(hour int, line string) error {
	if hour != h.hour {
		f, err := os.Create("hour.log") // want `hourly.file is opened again here while the one before is open: nothing closes that when it is replaced at line 57`
		if err != nil {
			return err
		}
		h.hour = hour
		h.file = f
	}
	_, err := h.file.WriteString(line)
	return err
}

func (h *hourly) Close() error { return h.file.Close() }

// The function that makes it has opened it.
type compacted struct {
	path   string
	file   *os.File
	closed bool
}

func openCompacted(path string) (*compacted, error) {
	c := &compacted{path: path}
	f, err := os.OpenFile(path, os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	c.file = f
	return c, nil
}

func (c *compacted) Compact() error {
	if c.closed {
		return os.ErrClosed
	}
	f, err := os.Create(c.path + ".new") // want `compacted.file is opened again here while the one before is open: nothing closes that when it is replaced at line 94`
	if err != nil {
		return err
	}
	if err := os.Rename(f.Name(), c.path); err != nil {
		f.Close()
		return err
	}
	c.file = f
	return nil
}

func (c *compacted) Write(p []byte) (int, error) { return c.file.Write(p) }

func (c *compacted) Close() error {
	c.closed = true
	return c.file.Close()
}
