package leftopen

import "os"

type traceLog struct {
	path string
	file *os.File
}

func openTrace(path string) (*traceLog, error) {
	l := &traceLog{path: path}
	return l, l.reopen()
}

func (l *traceLog) reopen() error {
	f, err := os.Create(l.path)
	if err != nil {
		return err
	}
	old := l.file
	l.file = f
	if old != nil {
		return old.Close()
	}
	return nil
}

func (l *traceLog) Rotate() error { return l.reopen() }

func (l *traceLog) Close() error { return l.file.Close() }
