package doublelock

import "sync"

type series struct {
	mu sync.Mutex
	n  int
}

// The unlock waits for the end of the function.
func (s *series) Consume(in <-chan int) {
	for v := range in {
		s.mu.Lock() // want `deadlock: the next iteration acquires s.mu again, and the deferred unlock at line 14 runs only when the function returns`
		defer s.mu.Unlock()
		s.n += v
	}
}
