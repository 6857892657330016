package unlockedaccess

import "sync"

// Nothing outside of this package can hold the lock of a Tariff: lock is unexported.
type Tariff struct {
	mu   sync.Mutex
	rows map[string]int
}

func (t *Tariff) lock() { t.mu.Lock() }

func (t *Tariff) Drop(name string) {
	delete(t.rows, name) // want `data race with line \d+: t.rows is written without t.mu`
}

func (t *Tariff) Reset() {
	t.lock()
	defer t.mu.Unlock()
	t.rows = make(map[string]int)
}

func (t *Tariff) Len() int {
	t.lock()
	defer t.mu.Unlock()
	return len(t.rows)
}
