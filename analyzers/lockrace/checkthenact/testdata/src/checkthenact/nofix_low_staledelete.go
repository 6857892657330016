package checkthenact

import (
	"sync"
	"time"
)

// An entry of a cache is computed again.
type fares struct {
	mu  sync.RWMutex
	all map[string]time.Time
}

func (f *fares) Set(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all[name] = time.Now()
}

func (f *fares) Drop(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.all, name)
}

func (f *fares) Clean() {
	f.mu.RLock()
	var old []string
	for name, at := range f.all {
		if time.Since(at) > time.Hour {
			old = append(old, name)
		}
	}
	f.mu.RUnlock()
	for _, name := range old {
		f.Drop(name) // want `element of another goroutine may be lost: what line \d+ finds stale in f.all is deleted by f.Drop, .*`
	}
}
