package writeunderrlock

import "sync"

type toggle struct {
	on   bool
	hits uint64
}

// toggles counts the lookups of what it finds, under the read lock of its callers.
type toggles struct {
	mu  sync.RWMutex
	all map[string]*toggle
}

func (t *toggles) lookup(name string) (*toggle, bool) {
	f, ok := t.all[name]
	if ok {
		f.hits++ // want `data race with other readers: f.hits is written while t.mu is only read-locked, since line 25; no write holds it for writing`
	}
	return f, ok
}

func (t *toggles) Enabled(name string) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	f, ok := t.lookup(name)
	return ok && f.on
}

func (t *toggles) Hits() map[string]uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make(map[string]uint64, len(t.all))
	for name, f := range t.all {
		out[name] = f.hits
	}
	return out
}
