package closebeforefarewell

import (
	"bufio"
	"os"
)

// The right order.
func (j *journal) flushFirst() error {
	if err := j.flush(); err != nil {
		return err
	}
	return j.file.Close()
}

func (j *journal) reopen(path string) (err error) {
	if j.file, err = os.Create(path); err != nil {
		return err
	}
	j.out = bufio.NewWriter(j.file)
	return nil
}

// Something that is called between the two opens another file.
func (j *journal) rotate(path string) error {
	j.file.Close()
	if err := j.reopen(path); err != nil {
		return err
	}
	return j.out.Flush()
}

func (j *journal) rotateAndFlush(path string) error {
	j.file.Close()
	err := j.reopen(path)
	_ = j.out.Flush()
	return err
}

// Two journals.
func swap(from, to *journal) error {
	from.file.Close()
	_ = to.flush()
	return to.out.Flush()
}

// The flush is of a copy that writes elsewhere.
type spool struct {
	file *os.File
	out  *bufio.Writer
}

func newSpool(file, other *os.File) *spool { return &spool{file: file, out: bufio.NewWriter(other)} }

func (s *spool) end() {
	s.file.Close()
	s.out.Flush()
}
