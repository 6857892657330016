package unlockedaccess

import "sync"

type swapAccount struct {
	id int
	mu sync.Mutex
	n  int
}

func (a *swapAccount) total() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.n
}

// Both are locked, in the order of their numbers.
func lockBoth(a, b *swapAccount) {
	if b.id < a.id {
		a, b = b, a
	}
	a.mu.Lock()
	b.mu.Lock()
}

func unlockBoth(a, b *swapAccount) {
	a.mu.Unlock()
	b.mu.Unlock()
}

func move(from, to *swapAccount, n int) {
	lockBoth(from, to)
	defer unlockBoth(from, to)
	from.n -= n
	to.n += n
}
