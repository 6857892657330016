package neverremoved

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
)

type desk struct {
	mu     sync.Mutex
	subs   map[chan event]bool
	users  map[string]int
	seen   map[string]bool
	guests []*viewer
	steps  []string
}

func (d *desk) subscribeUntil() (chan event, func()) {
	ch := make(chan event, 16)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.subs[ch] = true
	return ch, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.subs, ch)
	}
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ch, leave := d.subscribeUntil()
	defer leave()
	select {
	case e := <-ch:
		fmt.Fprintln(w, e.name)
	case <-r.Context().Done():
	}
}

// A name may be one of few.
func (d *desk) count(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.users[r.PathValue("user")]++
}

// A limit ends it.
func (d *desk) note(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.seen) > 10000 {
		clear(d.seen)
	}
	d.seen[r.RemoteAddr] = true
}

// The handler takes out what it has added.
func (d *desk) visit(w http.ResponseWriter, r *http.Request) {
	v := &viewer{events: make(chan event, 4)}
	d.mu.Lock()
	d.guests = append(d.guests, v)
	d.mu.Unlock()
	defer d.drop(v)
	select {
	case e := <-v.events:
		fmt.Fprintln(w, e.name)
	case <-r.Context().Done():
	}
}

func (d *desk) drop(v *viewer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.guests = slices.DeleteFunc(d.guests, func(g *viewer) bool { return g == v })
}

// What the start of the program registers is no request's.
func (d *desk) register(name string) { d.steps = append(d.steps, name) }

// An object of one request is collected with it.
type reply struct{ parts map[*viewer]bool }

func answer(w http.ResponseWriter, r *http.Request) {
	rep := &reply{parts: make(map[*viewer]bool)}
	rep.parts[&viewer{}] = true
	fmt.Fprintln(w, len(rep.parts))
}
