package timernotstopped

import (
	"sync"
	"time"
)

type trial struct {
	mu      sync.Mutex
	over    bool
	warning *time.Timer
	warn    func(string)
}

type plan struct{}

func (p *plan) Begin(user string, warn func(string)) *trial {
	t := &trial{warn: warn}
	t.warning = time.AfterFunc(time.Hour, func() { // want `timer function runs after Close: nothing stops warning, and the function does not check what Close sets`
		t.warn(user)
		t.Close()
	})
	return t
}

func (t *trial) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
}
