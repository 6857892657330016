package unguardedfield

import "sync"

type ring struct{ last int }

func (r *ring) set(v int) { r.last = v } // want "data race: r.last is written by goroutines that run concurrently, started at line \\d+, and no mutex guards it"

type lockedRing struct {
	mu sync.Mutex
	r  *ring
}

func (l *lockedRing) Set(v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.r.set(v)
}

type rings struct{ r *ring }

// The goroutines share one ring.
func (s *rings) run(events <-chan int) {
	for range 2 {
		go func() {
			for v := range events {
				s.r.set(v)
			}
		}()
	}
}
