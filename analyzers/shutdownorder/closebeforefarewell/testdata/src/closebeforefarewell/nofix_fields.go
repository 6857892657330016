package closebeforefarewell

import (
	"bufio"
	"os"
)

type journal struct {
	file *os.File
	out  *bufio.Writer
	rows []string
}

func openJournal(path string) (*journal, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &journal{file: file, out: bufio.NewWriter(file)}, nil
}

func (j *journal) flush() error {
	for _, row := range j.rows {
		if _, err := j.out.WriteString(row); err != nil {
			return err
		}
	}
	j.rows = nil
	return j.out.Flush()
}

// The method flushes into the file that is closed.
func (j *journal) closeFirst() error {
	closed := j.file.Close() // want `j\.flush fails, and what it would write or report is lost: j\.file\.Close runs before j\.flush`
	if err := j.flush(); err != nil {
		return err
	}
	return closed
}

// The flush is what is returned.
func (j *journal) closeThenReturn() error {
	j.file.Close() // want `j\.flush fails, and what it would write or report is lost: j\.file\.Close runs before j\.flush`
	return j.flush()
}
