package missedwakeup

import (
	"sync"
	"sync/atomic"
)

// The lock is held at the change, at the wake-up, or acquired between the two: the waiter is in Wait, or tests later.
type firing struct {
	mu     sync.Mutex
	cond   *sync.Cond
	n      int
	closed atomic.Bool
	other  atomic.Bool
}

func newFiring() *firing {
	k := &firing{}
	k.cond = sync.NewCond(&k.mu)
	return k
}

func (k *firing) wait() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for k.n == 0 && !k.closed.Load() {
		k.cond.Wait()
	}
	if k.other.Load() {
		k.n = 0
	}
}

func (k *firing) close() {
	k.mu.Lock()
	k.closed.Store(true)
	k.mu.Unlock()
	k.cond.Broadcast()
}

func (k *firing) abort() {
	k.closed.Store(true)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.cond.Broadcast()
}

func (k *firing) fail() {
	k.closed.Store(true)
	k.settle()
	k.cond.Broadcast()
}

func (k *firing) settle() {
	k.mu.Lock()
	k.mu.Unlock()
}

// The loop does not ask for this one.
func (k *firing) mark() {
	k.other.Store(true)
	k.cond.Broadcast()
}
