// Package guests keeps the passes of guests.
package guests

import "sync"

// Ejector recalls what is out on a pass.
type Ejector interface{ Recall(pass string) }

// Book has the passes.
type Book struct {
	mu    sync.RWMutex
	valid map[string]bool
	desk  Ejector
}

func NewBook() *Book { return &Book{valid: make(map[string]bool)} }

func (o *Book) SetDesk(desk Ejector) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.desk = desk
}

func (o *Book) Valid(pass string) bool {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.valid[pass]
}

// Expire recalls under its lock, in a helper.
func (o *Book) Expire(pass string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.drop(pass)
}

func (o *Book) drop(pass string) {
	delete(o.valid, pass)
	if o.desk != nil {
		o.desk.Recall(pass)
	}
}
