package timernotstopped

import (
	"net/http"
	"sync"
	"time"
)

type heartbeat struct {
	mu    sync.Mutex
	url   string
	next  *time.Timer
	ended bool
}

func (h *heartbeat) Start() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.next != nil {
		return
	}
	h.next = time.AfterFunc(time.Second, h.beat)
}

func (h *heartbeat) beat() {
	resp, err := http.Get(h.url)
	if err == nil {
		resp.Body.Close()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.next.Reset(time.Second) // want `timer may run again after Stop: its function starts it without a check of what Stop sets, and may be running when Stop stops it at line 39`
}

func (h *heartbeat) Stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = true
	h.next.Stop()
}

// The next timer is a new one.
type lease struct {
	renew func() error
	timer *time.Timer
}

func newLease(renew func() error) *lease {
	l := &lease{renew: renew}
	l.arm()
	return l
}

func (l *lease) arm() {
	l.timer = time.AfterFunc(time.Minute, func() { // want `timer may run again after Close`
		if l.renew() == nil {
			l.arm()
		}
	})
}

func (l *lease) Close() { l.timer.Stop() }
