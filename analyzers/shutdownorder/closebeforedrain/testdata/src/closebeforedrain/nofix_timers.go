package closebeforedrain

import (
	"sync"
	"time"
)

type alarm struct {
	every time.Duration
	timer *time.Timer
}

type alarms struct {
	mu      sync.Mutex
	all     []*alarm
	stopped bool
	due     chan *alarm
}

func newAlarms() *alarms { return &alarms{due: make(chan *alarm)} }

// The function that arms the timers holds the lock; the function of a timer runs without it.
func (a *alarms) Start(ring func(*alarm)) {
	go func() {
		for next := range a.due {
			ring(next)
		}
	}()
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, next := range a.all {
		a.arm(next)
	}
}

func (a *alarms) arm(next *alarm) {
	next.timer = time.AfterFunc(next.every, func() {
		a.due <- next
		a.arm(next)
	})
}

func (a *alarms) Stop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stopped {
		return
	}
	a.stopped = true
	for _, next := range a.all {
		if next.timer != nil {
			next.timer.Stop()
		}
	}
	close(a.due) // want `send on closed channel panics: close\(a.due\) does not wait for the goroutine started at line 37, which sends at line 38`
}
