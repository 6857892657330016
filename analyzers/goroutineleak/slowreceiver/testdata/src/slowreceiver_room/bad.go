package slowreceiver

// An empty one has no room either.
func (h *hub) other(msg []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.clients {
		if len(c.drop) < 5 {
			c.out <- msg // want `one receiver that does not read blocks all others`
		}
	}
}
