package lockleak

// Released by end, which did not lock: a hand-over.
func (h *handed) begin(ok bool) bool {
	h.mu.Lock()
	if ok {
		return true // want `the next Lock blocks forever: h\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	h.mu.Unlock()
	return false
}
