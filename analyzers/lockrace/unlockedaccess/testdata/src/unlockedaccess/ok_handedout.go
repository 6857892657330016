package unlockedaccess

import (
	"slices"
	"sync"
)

// The literal is passed on under the lock, and runs before that is released.
type ranking struct {
	mu   sync.Mutex
	hits map[string]int
	keys []string
}

func (r *ranking) Sort() {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortFunc(r.keys, func(x, y string) int { return r.hits[x] - r.hits[y] })
}

func (r *ranking) Put(k string) { r.mu.Lock(); defer r.mu.Unlock(); r.hits[k]++ }

func (r *ranking) Get(k string) int { r.mu.Lock(); defer r.mu.Unlock(); return r.hits[k] }

// What runs the literal is called under the lock.
type hooks interface {
	On(func())
	Fire()
}

type fired struct {
	mu sync.Mutex
	n  map[string]int
	h  hooks
}

func newFired(h hooks) *fired {
	f := &fired{n: make(map[string]int), h: h}
	h.On(func() { f.n["fired"]++ })
	return f
}

func (f *fired) Put(k string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n[k]++
	f.h.Fire()
}

func (f *fired) Get(k string) int { f.mu.Lock(); defer f.mu.Unlock(); return f.n[k] }
