// Package tornwrite_unsynced keeps a log of lines, and syncs its snapshots.
package tornwrite_unsynced

import (
	"bufio"
	"os"
)

type journal struct {
	f     *os.File
	apply func(line string)
}

func (j *journal) replay() error {
	lines := bufio.NewReader(j.f)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return nil
		}
		j.apply(line)
	}
}

func (j *journal) add(line string) error {
	_, err := j.f.WriteString(line + "\n") // want `a power failure loses what add has acknowledged: nothing calls Sync for f after the write, as for another file at line 40`
	return err
}

// The snapshot is on the disk when it returns.
func (j *journal) snapshot(path string, raw []byte) error {
	f, err := os.Create(path + ".tmp")
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(raw); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return os.Rename(path+".tmp", path)
}
