package writeunderrlock

import (
	"sync"
	"time"
)

type visitor struct {
	hits     int
	last     time.Time
	rejected int
	warned   bool
}

type visitors struct {
	mu   sync.RWMutex
	all  map[string]*visitor
	list []*visitor
}

// Two requests of one visitor find the same element.
func (v *visitors) Allow(key string) bool {
	v.mu.RLock()
	defer v.mu.RUnlock()
	e, ok := v.all[key]
	if !ok {
		return false
	}
	e.hits++ // want `data race with other readers: e\.hits is written while v\.mu is only read-locked, since line \d+; 1 of 3 writes hold it for writing`
	return e.hits < 10
}

func (v *visitors) Hits(key string) int {
	v.mu.RLock()
	defer v.mu.RUnlock()
	if e := v.all[key]; e != nil {
		return e.hits
	}
	return 0
}

func (v *visitors) Add(key string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	e := &visitor{hits: 1}
	v.all[key] = e
	v.list = append(v.list, e)
}

func (v *visitors) halve() {
	v.mu.RLock()
	defer v.mu.RUnlock()
	for _, e := range v.all {
		e.hits /= 2 // want `data race with other readers: e\.hits is written while v\.mu`
	}
	for _, e := range v.list {
		e.rejected = 0 // want `data race with other readers: e\.rejected is written while v\.mu is only read-locked, since line \d+; no write holds it for writing`
	}
}

func (v *visitors) Rejected(key string) int {
	v.mu.RLock()
	defer v.mu.RUnlock()
	if e := v.all[key]; e != nil {
		return e.rejected
	}
	return 0
}

// Each element may have one caller that writes it: others are kept out by the write lock.
func (v *visitors) Touch(key string) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	if e := v.all[key]; e != nil {
		e.last = time.Now() // want `data race with other readers: e\.last is written while v\.mu`
	}
}

func (v *visitors) Expire(age time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for key, e := range v.all {
		if time.Since(e.last) > age {
			delete(v.all, key)
		}
	}
}

func (v *visitors) reset(key string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if e := v.all[key]; e != nil {
		e.hits = 0
	}
}

type tally struct {
	mu    sync.RWMutex
	known map[string]bool
	stats struct{ hits, misses int }
}

// Two calls lose one of two counts, though nothing else uses them.
func (t *tally) Known(key string) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if !t.known[key] {
		t.stats.misses++ // want `data race with other readers: t\.stats is written while t\.mu is only read-locked`
		return false
	}
	t.stats.hits++ // want `data race with other readers: t\.stats is written while t\.mu is only read-locked`
	return true
}

func (t *tally) Learn(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.known[key] = true
}

// Nothing else shows that the lock is meant.
func (g *Gate) enter() {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if !g.closed {
		g.n++ // want `data race with other readers: g\.n is written while g\.mu is only read-locked, since line \d+; no write holds it for writing`
	}
}
