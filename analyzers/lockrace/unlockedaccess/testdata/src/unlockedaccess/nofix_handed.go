package unlockedaccess

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
)

// A page is encoded as a whole.
type page struct {
	mu     sync.Mutex
	Views  int            `json:"views"`
	ByUser map[string]int `json:"by_user"`
	Secret string         `json:"-"`
}

func (p *page) View(user string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Views++
	p.ByUser[user]++
}

func (p *page) Of(user string) (views, own int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Views, p.ByUser[user]
}

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	json.NewEncoder(w).Encode(p) // want `p\.Views is read without p\.mu`
}

// A ledger has a lock around what it encodes.
type ledger struct {
	mu      sync.Mutex
	Entries map[string]int
}

func (l *ledger) Add(name string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.Entries[name] += n
}

func (l *ledger) Names() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.Entries))
}

func (l *ledger) Text() ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return json.Marshal(l)
}

// A digest encodes itself, under its lock.
type digest struct {
	mu    sync.Mutex
	Lines map[string]int
}

func (d *digest) Add(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Lines[line]++
}

func (d *digest) MarshalJSON() ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return json.Marshal(d.Lines)
}

func (d *digest) Write(w io.Writer) error { return json.NewEncoder(w).Encode(d) }
