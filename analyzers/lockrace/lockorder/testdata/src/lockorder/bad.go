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

func Move(a *Account, j *Journal) {
	a.mu.Lock()
	j.mu.Lock()
	j.entries = append(j.entries, a.balance)
	j.mu.Unlock()
	a.mu.Unlock()
}

func Refund(a *Account, j *Journal, n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	a.mu.Lock() // want `lock order inversion, which can deadlock: Account\.mu is acquired while Journal\.mu is held since line \d+, and in the opposite order at line \d+ \(held since line \d+\); 1 of 4 places have this order`
	defer a.mu.Unlock()
	a.balance += n
	j.entries = append(j.entries, -n)
}
