package checkthenact

import (
	"sync"
	"time"
)

type berth struct{ seen time.Time }

// Who watches is notified of what is removed.
type watcher interface{ Gone(name string) }

type docks struct {
	watch watcher

	mu     sync.RWMutex
	berths map[string]*berth
}

func (d *docks) Refresh(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.berths[name] = &berth{seen: time.Now()}
}

func (d *docks) remove(name string) {
	d.mu.Lock()
	delete(d.berths, name)
	d.mu.Unlock()
	d.watch.Gone(name)
}

func (d *docks) Prune(age time.Duration) {
	d.mu.RLock()
	var stale []string
	for name, b := range d.berths {
		if time.Since(b.seen) > age {
			stale = append(stale, name)
		}
	}
	d.mu.RUnlock()
	for _, name := range stale {
		d.remove(name) // want `element of another goroutine may be lost: what line 36 finds stale in d.berths is deleted by d.remove, and a fresh one may be stored after the release of the lock`
	}
}

// The delete is in the same function, and what is lost owns something.
type tug struct {
	seen time.Time
	quit chan struct{}
}

type tugs struct {
	mu  sync.Mutex
	all map[string]*tug
}

func (t *tugs) Add(name string, one *tug) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all[name] = one
}

func (t *tugs) Expire(before time.Time) {
	var old []string
	t.mu.Lock()
	for name, one := range t.all {
		if one.seen.Before(before) {
			old = append(old, name)
		}
	}
	t.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range old {
		delete(t.all, name) // want `element of another goroutine may be lost: what line \d+ finds stale in t.all is deleted here, and a fresh one may be stored after the release of the lock`
	}
}
