//leak:pattern Read lock taken twice, with a writer that waits before the second
//leak:source GoBench, RWR deadlock
//leak:reported lockrace/double-lock
//leak:unfixed the value under the lock has to be read without it, by another function

package cases

import "sync"

func init() { All["read-lock-twice"] = readLockTwice }

type register struct {
	mu    sync.RWMutex
	total int
}

func (r *register) sum() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_ = work()
	return r.value()
}

func (r *register) value() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.total
}

func (r *register) add() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total++
}

func readLockTwice() {
	r := new(register)
	go r.sum()
	go func() {
		soonest, cancel := soon()
		defer cancel()
		<-soonest.Done()
		r.add()
	}()
}
