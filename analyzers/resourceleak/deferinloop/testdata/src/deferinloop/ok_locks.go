package deferinloop

// All are locked together, which is the point of the loop.
func (l *ledger) snapshot() (sum int) {
	for _, a := range l.accounts {
		a.mu.RLock()
		defer a.mu.RUnlock()
	}
	for _, a := range l.accounts {
		sum += a.balance
	}
	return sum
}

func lockAll(list []*counter, then func()) {
	for i := range list {
		c := list[i]
		c.Lock()
		defer c.Unlock()
	}
	then()
}

// The loop ends with the one that it locks.
func (l *ledger) first(ids []string) int {
	for _, id := range ids {
		if a := l.account(id); a != nil {
			a.mu.Lock()
			defer a.mu.Unlock()
			return a.balance
		}
	}
	return 0
}

// Each pass calls a function.
func (l *ledger) each(ids []string) {
	for _, id := range ids {
		func() {
			a := l.account(id)
			a.mu.Lock()
			defer a.mu.Unlock()
			a.balance++
		}()
	}
}
