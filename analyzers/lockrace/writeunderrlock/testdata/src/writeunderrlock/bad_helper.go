package writeunderrlock

import (
	"sync"
	"time"
)

type lease struct {
	holder string
	seen   time.Time
	uses   int
}

func (l *lease) mark() { l.seen = time.Now() } // want `data race with other readers: l.seen is written while t.mu is only read-locked, since line \d+`

func (l *lease) count() { l.add(1) }

func (l *lease) add(n int) { l.uses += n } // want `data race with other readers: l.uses is written while t.mu is only read-locked`

type LeaseTable struct {
	mu     sync.RWMutex
	leases map[string]*lease
}

// The element is found under the lock, and a method of its own writes it.
func (t *LeaseTable) Holder(key string) string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	l, ok := t.leases[key]
	if !ok {
		return ""
	}
	l.mark()
	return l.holder
}

// The same two calls deep, and for each element.
func (t *LeaseTable) CountAll() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, l := range t.leases {
		l.count()
	}
}

// A helper that the caller's lock covers finds it.
func (t *LeaseTable) Rename(key, holder string) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if l := t.find(key); l != nil {
		l.holder = holder // want `l.holder is written while t.mu is only read-locked`
	}
}

func (t *LeaseTable) find(key string) *lease { return t.leases[key] }

func (t *LeaseTable) Expire(max time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, l := range t.leases {
		if time.Since(l.seen) > max || l.uses > 9 || l.holder == "" {
			delete(t.leases, key)
		}
	}
}
