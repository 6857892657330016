package lockorder

import "sync"

type Account struct {
	mu      sync.Mutex
	balance int
}

type Journal struct {
	mu      sync.RWMutex
	entries []int
}

func Pay(a *Account, j *Journal, n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance -= n
	j.add(n)
}

func (j *Journal) add(n int) {
	j.mu.Lock()
	j.entries = append(j.entries, n)
	j.mu.Unlock()
}

// The order is that of Pay.
func Refund(a *Account, j *Journal, n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	j.mu.Lock()
	defer j.mu.Unlock()
	a.balance += n
	j.entries = append(j.entries, -n)
}
