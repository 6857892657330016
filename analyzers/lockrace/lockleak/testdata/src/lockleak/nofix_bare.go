package lockleak

// The case that stops goes around with the lock.
func (r *rotated) run(in, pause chan int) {
	for {
		r.mu.Lock() // want `the next Lock blocks forever: r.mu, locked at line 6, is still held here, and released only at line 10`
		select {
		case v := <-in:
			r.n += v
			r.mu.Unlock()
		case <-pause:
		}
	}
}
