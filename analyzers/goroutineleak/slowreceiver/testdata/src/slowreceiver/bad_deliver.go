package slowreceiver

import "sync"

type deliverTo struct{ out chan string }

func (d *deliverTo) deliver(m string) { d.out <- m }

type deliverHub struct {
	mu   sync.Mutex
	subs map[*deliverTo]bool
}

func (h *deliverHub) leave(d *deliverTo) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subs, d)
}

// The send is in a method of the subscriber.
func (h *deliverHub) publish(m string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for d := range h.subs {
		d.deliver(m) // want `one receiver that does not read blocks all others: the send on d.out waits for it, while the lock is held`
	}
}

type latestHub struct {
	mu   sync.Mutex
	subs map[chan string]bool
}

func (h *latestHub) leave(ch chan string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subs, ch)
}

// Each subscriber has the last value alone: there is room for it.
func (h *latestHub) publish(m string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for ch := range h.subs {
		select {
		case <-ch:
		default:
		}
		ch <- m
	}
}
