// Package ledger keeps invoices in an append-only file.
package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// ErrClosed is returned once the ledger has been closed.
var ErrClosed = errors.New("ledger is closed")

// Invoice is one line of the ledger.
type Invoice struct {
	Tenant   string    `json:"tenant"`
	Provider string    `json:"provider"`
	Cents    int64     `json:"cents"`
	Time     time.Time `json:"time"`
}

// Ledger is safe for concurrent use.
type Ledger struct {
	mu   sync.Mutex
	file *os.File
}

// Open opens the ledger at path, creating it if necessary.
func Open(path string) (*Ledger, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open ledger: %w", err)
	}
	return &Ledger{file: f}, nil
}

// Append adds an invoice.
func (l *Ledger) Append(inv Invoice) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return ErrClosed
	}
	return json.NewEncoder(l.file).Encode(inv)
}

// Close writes everything to disk. Further calls do nothing.
func (l *Ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	err := errors.Join(l.file.Sync(), l.file.Close())
	l.file = nil
	return err
}
