package stopcutshort

import (
	"bufio"
	"os"
)

type replaced struct {
	out  *bufio.Writer
	lock *os.File
	temp *os.File
	path string
}

func (r *replaced) put(line string) { _, _ = r.out.WriteString(line) }

// The rename must not run after a step that has failed.
func (r *replaced) Close() error {
	if err := r.lock.Close(); err != nil {
		return err // want "r.out.Flush \\(line \\d+\\) does not run when r.lock.Close fails: Close returns the error before it"
	}
	if err := r.out.Flush(); err != nil {
		return err
	}
	return os.Rename(r.temp.Name(), r.path)
}
