package lockleak

// The kinds may be all that there are.
func (r *rotated) set(kind int) {
	r.mu.Lock()
	switch kind {
	case 1:
		r.n = 1
		r.mu.Unlock()
	case 2:
		r.n = 0
		r.mu.Unlock()
	}
} // want `the next Lock blocks forever: r.mu, locked at line 5, is still held here, and released only at line 9`
