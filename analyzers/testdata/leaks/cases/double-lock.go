//leak:pattern Lock taken twice
//leak:source GCatch, double lock
//leak:reported lockrace/double-lock

package cases

import "sync"

func init() { All["double-lock"] = func() { new(ledger).add() } }

type ledger struct {
	mu  sync.Mutex
	sum int
}

func (l *ledger) add() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sum++
	l.total()
}

func (l *ledger) total() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sum
}
