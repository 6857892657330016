package leftopen

import (
	"encoding/binary"
	"os"
)

type daybook struct {
	file *os.File
	last uint64
}

func (l *daybook) Close() error { return l.file.Close() }

// Silent: that is failed-constructor's.
func openDaybook(path string) (*daybook, error) {
	l := new(daybook)
	var err error
	if l.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	if info, err := l.file.Stat(); err == nil && info.Size() == 0 {
		l.last = 0
	} else if err = binary.Read(l.file, binary.BigEndian, &l.last); err != nil {
		return nil, err
	}
	return l, nil
}
