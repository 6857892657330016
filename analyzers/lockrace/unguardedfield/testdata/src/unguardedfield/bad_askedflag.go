package unguardedfield

// The loop asks a method for the flag, and calls what tests it for other reasons.
type relay struct {
	stopped bool
	dirty   bool
	out     []string
}

func (r *relay) isStopped() bool { return r.stopped } // want `data race: r.stopped ends the loop`

func (r *relay) Run(lines <-chan string) {
	go func() {
		for !r.isStopped() {
			r.out = append(r.out, <-lines)
		}
	}()
}

func (r *relay) Stop() { r.stopped = true }
