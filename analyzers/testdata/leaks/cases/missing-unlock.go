//leak:pattern Lock that a path does not give back
//leak:source GCatch, missing unlock
//leak:reported lockrace/lock-leak

package cases

import "sync"

func init() {
	All["missing-unlock"] = func() {
		a := new(account)
		_ = a.withdraw()
		_ = a.withdraw()
	}
}

type account struct {
	mu      sync.Mutex
	balance int
}

func (a *account) withdraw() error {
	a.mu.Lock()
	if a.balance == 0 {
		return errEarly
	}
	a.balance--
	a.mu.Unlock()
	return nil
}
