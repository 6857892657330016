package writeunderrlock

import "sync"

// The helper takes the lock for writing itself, or gets another object.
type ledger struct {
	lock  sync.RWMutex
	sums  map[string]int
	inner *ledger
}

func (l *ledger) Total(name string) int {
	l.lock.RLock()
	n := l.sums[name]
	l.lock.RUnlock()
	if n == 0 {
		l.Store(name)
	}
	return n
}

func (l *ledger) Store(name string) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.sums[name] = 1
}

func (l *ledger) Copy() *ledger {
	l.lock.RLock()
	defer l.lock.RUnlock()
	other := &ledger{}
	other.Fill(l.sums)
	return other
}

func (l *ledger) Fill(sums map[string]int) { l.sums = sums }
