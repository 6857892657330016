package lockleak

import (
	"errors"
	"sync"
)

// The lock of one object is given back, that of another of its kind is not.
type account struct {
	mu      sync.Mutex
	balance int
	links   []string
}

type bank interface {
	Account(id string) *account
	Store(a *account) error
}

func (a *account) Unlink(b bank) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, id := range a.links {
		other := b.Account(id)
		other.mu.Lock()
		other.balance++
		if err := b.Store(other); err != nil {
			return err // want `other.mu, locked at line 25, is still held here, and released only at line 30`
		}
		other.mu.Unlock()
	}
	return nil
}

func (a *account) Take(from *account, n int) error {
	a.mu.Lock()
	a.balance += n
	a.mu.Unlock()

	from.mu.Lock()
	if from.balance < n {
		return errors.New("too little") // want `from.mu, locked at line 40, is still held here, and released only at line 45`
	}
	from.balance -= n
	from.mu.Unlock()
	return nil
}
