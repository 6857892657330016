package unguardedfield

import (
	"sync"
	"time"
)

type threshold struct {
	after time.Duration
	timer *time.Timer
	owner *account
}

type account struct {
	mu sync.Mutex
	th threshold
}

// start is called with the account's lock held.
func (t *threshold) start() {
	if t.timer == nil {
		t.timer = time.AfterFunc(t.after, t.expired)
	}
}

func (t *threshold) expired() {
	t.owner.mu.Lock()
	defer t.owner.mu.Unlock()
	t.timer.Reset(t.after)
}
