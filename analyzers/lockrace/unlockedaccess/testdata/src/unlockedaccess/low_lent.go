package unlockedaccess

import (
	"sync"
	"sync/atomic"
)

// Importers may call Drop with the lock that Lock acquires for them.
type Catalog struct {
	mu   sync.Mutex
	rows map[string]int
}

func (c *Catalog) Lock()   { c.mu.Lock() }
func (c *Catalog) Unlock() { c.mu.Unlock() }

func (c *Catalog) Drop(name string) {
	delete(c.rows, name) // want `data race with line \d+: c.rows is written without c.mu`
}

func (c *Catalog) Reset() {
	c.Lock()
	defer c.Unlock()
	c.rows = make(map[string]int)
}

func (c *Catalog) Len() int {
	c.Lock()
	defer c.Unlock()
	return len(c.rows)
}

// The state that Row tests says nothing of the lock: Open sets it without.
type Enrolment struct {
	mu   sync.Mutex
	open int32
	rows map[string]int
}

func (r *Enrolment) Lock()   { r.mu.Lock() }
func (r *Enrolment) Unlock() { r.mu.Unlock() }

func (r *Enrolment) Open()  { atomic.StoreInt32(&r.open, 1) }
func (r *Enrolment) Close() { atomic.StoreInt32(&r.open, 0) }

func (r *Enrolment) mustBeOpen() {
	if atomic.LoadInt32(&r.open) != 1 {
		panic("enrolment is closed")
	}
}

func (r *Enrolment) Row(name string) int {
	r.mustBeOpen()
	return r.rows[name] // want `data race with line \d+: r.rows is read without r.mu`
}

func (r *Enrolment) Reset() {
	r.Lock()
	defer r.Unlock()
	r.rows = make(map[string]int)
}

func (r *Enrolment) Set(name string, n int) {
	r.Lock()
	defer r.Unlock()
	r.rows[name] = n
}
