// Package slowreceiver sends to the clients that have room, under the lock that all who send hold.
package slowreceiver

import "sync"

type client struct{ out, drop chan []byte }

type hub struct {
	mu      sync.Mutex
	clients map[string]*client
}

func (h *hub) join(id string) *client {
	c := &client{out: make(chan []byte, 100), drop: make(chan []byte, 10)}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clients[id] = c
	return c
}

func (h *hub) leave(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.clients, id)
}

func (h *hub) cast(msg []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.clients {
		if len(c.out) < 50 {
			c.out <- msg
		} else if len(c.drop) < 5 {
			c.drop <- msg
		}
	}
}
