package leftopen

import (
	"os"
	"sync"
)

type auditLog struct {
	mu   sync.Mutex
	path string
	file *os.File
}

func openAudit(path string) (*auditLog, error) {
	l := &auditLog{path: path}
	if err := l.Reopen(); err != nil {
		return nil, err
	}
	return l, nil
}

// Reopen is called by the program for each signal.
func (l *auditLog) Reopen() error {
	f, err := os.OpenFile(l.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600) // want "auditLog.file is opened again here while the one before is open: nothing closes that when it is replaced at line \\d+"
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.file = f
	return nil
}

func (l *auditLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Write(p)
}

func (l *auditLog) Close() error { return l.file.Close() }
