package main

import "time"

// Stop leaves it some time, and does not know whether that is enough.
type hopeful struct {
	store store
	stop  chan struct{}
}

func newHopeful(s store) *hopeful {
	h := &hopeful{store: s, stop: make(chan struct{})}
	go h.keep() // want `store may be used after Stop closes it at line \d+`
	return h
}

func (h *hopeful) keep() {
	for {
		select {
		case <-h.stop:
			return
		case <-time.After(time.Minute):
			_ = h.store.Save("x")
		}
	}
}

func (h *hopeful) Stop() {
	close(h.stop)
	time.Sleep(time.Second)
	_ = h.store.Close()
}
