package unguardedfield

import (
	"sync"
	"time"
)

// A minute later the assignment has been made.
type hourly struct {
	mu    sync.Mutex
	n     int
	timer *time.Timer
}

func (h *hourly) Start() {
	h.timer = time.AfterFunc(time.Minute, func() { // want `nil dereference or data race: the function of the timer reads h\.timer at line \d+`
		h.mu.Lock()
		defer h.mu.Unlock()
		h.n++
		h.timer.Reset(time.Minute)
	})
}
