package timernotstopped

import (
	"sync"
	"time"
)

type draft struct {
	mu     sync.Mutex
	closed bool
	idle   *time.Timer
	save   func()
}

func (d *draft) Touch() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	d.idle = time.AfterFunc(time.Second, d.save) // want `timer function runs once for each call of Touch: the timer in idle is replaced and not stopped before`
}

func (d *draft) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	if d.idle != nil {
		d.idle.Stop()
	}
}

// One timer for each key.
type holds struct {
	mu     sync.Mutex
	timers map[string]*time.Timer
	free   func(string)
}

func (h *holds) Hold(seat string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.timers[seat] = time.AfterFunc(time.Minute, func() { h.free(seat) }) // want `timer function runs once for each call of Hold`
}

func (h *holds) Buy(seat string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t, ok := h.timers[seat]; ok {
		t.Stop()
		delete(h.timers, seat)
	}
}
