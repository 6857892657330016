// Package lending lends books to holders of a pass.
package lending

import "sync"

// Checker says whether a pass is valid.
type Checker interface{ Valid(pass string) bool }

// Desk has the loans.
type Desk struct {
	passes Checker

	mu    sync.Mutex
	loans map[string]string
}

func NewDesk(passes Checker) *Desk { return &Desk{passes: passes, loans: make(map[string]string)} }

// Lend asks for the pass under its lock.
func (d *Desk) Lend(book, pass string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.passes.Valid(pass) {
		return false
	}
	d.loans[book] = pass
	return true
}

// Recall acquires the lock in what it calls.
func (d *Desk) Recall(pass string) {
	for _, book := range d.of(pass) {
		d.drop(book)
	}
}

func (d *Desk) of(pass string) (books []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for book, by := range d.loans {
		if by == pass {
			books = append(books, book)
		}
	}
	return books
}

func (d *Desk) drop(book string) {
	d.mu.Lock()
	delete(d.loans, book)
	d.mu.Unlock()
}
