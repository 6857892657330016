package writeunderrlock

import (
	"sync"
	"sync/atomic"
	"time"
)

type lockedTally struct {
	mu   sync.Mutex
	n    int
	last atomic.Int64
	name string
}

// The element has a lock of its own, or is atomic.
func (t *lockedTally) bump() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	t.last.Store(time.Now().Unix())
}

type LockedTallies struct {
	mu  sync.RWMutex
	all map[string]*lockedTally
}

func (t *LockedTallies) Bump(key string) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if e := t.all[key]; e != nil {
		e.bump()
	}
}

type mark struct{ at time.Time }

func (m *mark) set() { m.at = time.Now() }

type Marks struct {
	mu  sync.RWMutex
	all map[string]*mark
}

// The lock is held for writing.
func (m *Marks) Touch(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.all[key]; e != nil {
		e.set()
	}
}

// What is written is new, and in no container yet.
func (m *Marks) Fresh(key string) *mark {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if e := m.all[key]; e != nil {
		return e
	}
	e := &mark{}
	e.set()
	return e
}

type copied struct{ seen time.Time }

func (c *copied) set() { c.seen = time.Now() }

type Copies struct {
	mu  sync.RWMutex
	all map[string]copied
}

// The element is a copy.
func (c *Copies) Seen(key string) time.Time {
	c.mu.RLock()
	defer c.mu.RUnlock()
	e := c.all[key]
	e.set()
	return e.seen
}
