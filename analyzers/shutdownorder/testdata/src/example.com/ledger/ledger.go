// Package ledger keeps a file.
package ledger

import "os"

type Ledger struct{ file *os.File }

func (l *Ledger) Append(s string) error {
	_, err := l.file.WriteString(s)
	return err
}

func (l *Ledger) Close() error { return l.file.Close() }
