package deferinloop

import "sync"

type account struct {
	mu      sync.RWMutex
	balance int
}

type ledger struct{ accounts map[string]*account }

func (l *ledger) account(id string) *account { return l.accounts[id] }

// Two postings to the same account deadlock.
func (l *ledger) post(ids []string, sum int) {
	for _, id := range ids {
		a := l.account(id)
		a.mu.Lock()
		defer a.mu.Unlock() // want `a.mu.Unlock runs when the function returns: what a pass of the loop at line 16 locks stays locked until then, and a second pass over the same lock deadlocks`
		a.balance += sum
	}
}

// Each element is locked for reading until all are added.
func (l *ledger) total() (sum int) {
	for _, a := range l.accounts {
		a.mu.RLock()
		defer a.mu.RUnlock() // want `a.mu.RUnlock runs when the function returns`
		sum += a.balance
	}
	return sum
}

type counter struct {
	sync.Mutex
	n int
}

// An embedded lock, and a deferred literal.
func count(list []*counter, by []int) {
	for i := range by {
		c := list[by[i]%len(list)]
		c.Lock()
		defer func() { // want `c.Unlock runs when the function returns`
			c.Unlock()
		}()
		c.n++
	}
}
