package writeafterrunlock

import (
	"sync"
	"time"
)

type tenant struct {
	access time.Time
	hits   int
}

type Tenants struct {
	mu   sync.RWMutex
	byID map[string]*tenant
}

// One other function looks at the stamp, under the lock.
func (t *Tenants) Open(id string) *tenant {
	t.mu.RLock()
	found, ok := t.byID[id]
	t.mu.RUnlock()
	if ok {
		found.access = time.Now() // want `data race: found\.access is written after t\.mu was released; found was found under it at line \d+, and 1 of 2 other accesses of access hold it`
	}
	return found
}

func (t *Tenants) Sweep(limit time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, old := range t.byID {
		if time.Since(old.access) > limit {
			delete(t.byID, id)
		}
		if old.hits > 9 {
			old.hits = 0
		}
	}
}

func (t *Tenants) find(id string) *tenant {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.byID[id]
}

// A helper has found it.
func (t *Tenants) Touch(id string) {
	if found := t.find(id); found != nil {
		found.access = time.Now() // want `data race: found\.access is written after Tenants\.mu was released; found was found under it at line \d+, and 1 of 2 other accesses of access hold it`
	}
}

type basket struct{ items int }

type Baskets struct {
	mu  sync.Mutex
	all map[string]*basket
}

// The same with a plain lock.
func (b *Baskets) Add(id string) {
	b.mu.Lock()
	x, ok := b.all[id]
	if !ok {
		x = &basket{}
		b.all[id] = x
	}
	b.mu.Unlock()
	x.items++ // want `data race: x\.items is written after b\.mu was released; x was found under it at line \d+, and 1 of 3 other accesses of items hold it`
}

func (b *Baskets) Sum() (sum int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, x := range b.all {
		sum += x.items
	}
	return sum
}

// Nobody else finds it any more.
func (b *Baskets) Clear(id string) {
	b.mu.Lock()
	x := b.all[id]
	delete(b.all, id)
	b.mu.Unlock()
	x.items = 0
}
