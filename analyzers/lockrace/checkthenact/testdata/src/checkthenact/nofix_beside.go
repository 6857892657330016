package checkthenact

import (
	"os"
	"sync"
)

// Two calls both pass the test, and both open the file: the one of the first is lost.
type ledger struct {
	mu     sync.RWMutex
	sealed bool
	file   *os.File
}

func (l *ledger) Sealed() bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.sealed
}

func (l *ledger) Unseal(name string) error {
	if !l.Sealed() {
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.file = file
	l.sealed = false // want `update of another goroutine may be lost: l.sealed is stored because of the test at line \d+, and l.mu was released after that test`
	return nil
}

func (l *ledger) Seal() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.sealed {
		l.file.Close()
		l.sealed = true
	}
}
