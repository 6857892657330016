package guardedmapreturned

import (
	"maps"
	"net/http"
	"sync"
)

// A Table is replaced as a whole: who has one keeps it.
type Table struct {
	mu   sync.Mutex
	rows map[string]string
}

// Load makes a new one.
func (t *Table) Load(rows map[string]string) {
	t.mu.Lock()
	t.rows = rows
	t.mu.Unlock()
}

// Rows returns the present one.
func (t *Table) Rows() map[string]string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rows
}

// A Register returns copies.
type Register struct {
	mu    sync.Mutex
	names map[string]bool
	log   []string
}

// Add adds one.
func (r *Register) Add(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names[name] = true
	r.log = append(r.log, name)
}

// Names returns a copy.
func (r *Register) Names() map[string]bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.names)
}

// Log returns what later elements are appended to: those that it has are not changed.
func (r *Register) Log() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log
}

// locked is called under the lock.
func (r *Register) locked() map[string]bool { return r.names }

// Count holds it.
func (r *Register) Count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.locked())
}

// Has returns an element.
func (r *Register) Has(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.names[name]
}

// All is for programs that have ended.
func (r *Register) All() map[string]bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.names // no need to lock: the program has ended
}

// A Visit is made for a request.
type Visit struct {
	mu  sync.Mutex
	req *http.Request
	set map[string]string
}

// Set is called by what handles the request.
func (v *Visit) Set(key, value string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.set[key] = value
}

// Values is for the template.
func (v *Visit) Values() map[string]string { return v.set }
