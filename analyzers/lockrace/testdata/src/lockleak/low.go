package lockleak

// Released by end, which did not lock: a hand-over.
func (h *handed) begin(ok bool) bool {
	h.mu.Lock()
	if ok {
		return true // want `h.mu, locked on line 5, is still held here`
	}
	h.mu.Unlock()
	return false
}
