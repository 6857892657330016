package writeunderrlock

import "sync"

type Tally struct {
	mu     sync.RWMutex
	counts map[string]int
}

func (t *Tally) Read(name string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.at(name)
}

// The only caller has the read lock.
func (t *Tally) at(name string) int {
	if _, ok := t.counts[name]; !ok {
		t.counts[name] = 1 // want `data race with other readers: t\.counts is written while t\.mu is only read-locked, since line \d+; 1 of 2 writes hold it for writing`
	}
	return t.counts[name]
}

func (t *Tally) Add(name string) {
	t.mu.Lock()
	t.counts[name]++
	t.mu.Unlock()
}
