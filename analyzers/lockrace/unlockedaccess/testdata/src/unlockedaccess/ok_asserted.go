package unlockedaccess

import (
	"encoding/json"
	"io"
	"sync"
	"sync/atomic"
)

// The methods of Ledger panic when callers do not hold its lock.
type Ledger struct {
	mu     sync.Mutex
	locked int32
	rows   map[string]int
}

func (l *Ledger) Lock() {
	l.mu.Lock()
	atomic.StoreInt32(&l.locked, 1)
}

func (l *Ledger) Unlock() {
	atomic.StoreInt32(&l.locked, 0)
	l.mu.Unlock()
}

func (l *Ledger) mustBeLocked() {
	if atomic.LoadInt32(&l.locked) != 1 {
		panic("ledger is used without its lock")
	}
}

func (l *Ledger) Row(name string) int {
	l.mustBeLocked()
	return l.rows[name]
}

func (l *Ledger) SetRow(name string, n int) {
	l.mustBeLocked()
	l.rows[name] = n
}

func (l *Ledger) Reset() {
	l.Lock()
	defer l.Unlock()
	l.rows = make(map[string]int)
}

func (l *Ledger) Len() int {
	l.Lock()
	defer l.Unlock()
	return len(l.rows)
}

// What LoadJournal locks is its own until it returns: the decoder fills it in.
type Journal struct {
	mu      sync.Mutex
	Title   string
	entries map[string]int
}

func LoadJournal(r io.Reader) (*Journal, error) {
	j := new(Journal)
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := json.NewDecoder(r).Decode(&j); err != nil {
		return nil, err
	}
	j.entries = make(map[string]int)
	return j, nil
}

func (j *Journal) Drop(name string) { delete(j.entries, name) }
