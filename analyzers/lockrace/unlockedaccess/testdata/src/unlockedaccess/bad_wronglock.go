package unlockedaccess

import (
	"context"
	"sync"
)

// The length is read under the lock of another field.
type relays struct {
	candidateMu sync.Mutex
	candidates  map[string]int
	relayMu     sync.Mutex
	relays      map[string]int
	found       chan string
}

func newRelays() *relays {
	return &relays{candidates: make(map[string]int), relays: make(map[string]int), found: make(chan string)}
}

func (r *relays) Start(ctx context.Context) {
	go r.background(ctx)
	go r.find()
}

func (r *relays) background(ctx context.Context) {
	for {
		select {
		case <-r.found:
			r.connect()
		case <-ctx.Done():
			return
		}
	}
}

func (r *relays) find() {
	for i := range 10 {
		r.candidateMu.Lock()
		if len(r.candidates) < 10 {
			r.candidates["a"] = i
		}
		r.candidateMu.Unlock()
		r.found <- "a"
	}
}

func (r *relays) connect() {
	r.relayMu.Lock()
	defer r.relayMu.Unlock()
	if len(r.candidates) == 0 { // want `data race with line \d+: r\.candidates is read without r\.candidateMu, which \d+ of \d+ accesses hold`
		return
	}
	r.candidateMu.Lock()
	for id := range r.candidates {
		delete(r.candidates, id)
	}
	r.candidateMu.Unlock()
	r.relays["a"] = 1
}

func (r *relays) using(id string) bool {
	r.relayMu.Lock()
	defer r.relayMu.Unlock()
	_, ok := r.relays[id]
	return ok
}

// Writes hold both locks, so that a read needs one of them.
type routes struct {
	readMu, writeMu sync.Mutex
	table           map[string]int
	hits            int
}

func (r *routes) Set(key string, n int) {
	r.writeMu.Lock()
	defer r.writeMu.Unlock()
	r.readMu.Lock()
	defer r.readMu.Unlock()
	r.table[key] = n
}

func (r *routes) Delete(key string) {
	r.writeMu.Lock()
	defer r.writeMu.Unlock()
	r.readMu.Lock()
	defer r.readMu.Unlock()
	delete(r.table, key)
}

func (r *routes) Get(key string) int {
	r.readMu.Lock()
	defer r.readMu.Unlock()
	r.hits++
	return r.table[key]
}

func (r *routes) Dump() (n int) {
	r.writeMu.Lock()
	defer r.writeMu.Unlock()
	for range r.table {
		n++
	}
	return n
}

// Most reads hold the wrong lock, and all writes the right one.
type flows struct {
	mu     sync.Mutex
	active map[string]int
	statMu sync.Mutex
	seen   int
}

func (f *flows) Open(key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.active[key]++
}

func (f *flows) Close(key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.active, key)
}

func (f *flows) Stat() (int, bool) {
	f.statMu.Lock()
	defer f.statMu.Unlock()
	f.seen++
	_, ok := f.active["default"] // want `data race with line \d+: f\.active is read without f\.mu`
	return f.seen, ok
}
