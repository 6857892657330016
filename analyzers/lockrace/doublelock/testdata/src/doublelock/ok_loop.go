package doublelock

import "sync"

// Each iteration is a function of its own, or the last, or has a lock of its own.
func (s *series) Each(in <-chan int) {
	for v := range in {
		func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.n += v
		}()
	}
}

func (s *series) First(in <-chan int) int {
	for v := range in {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.n += v
		return s.n
	}
	return 0
}

func all(list []*series) int {
	n := 0
	for _, s := range list {
		s.mu.Lock()
		defer s.mu.Unlock()
		n += s.n
	}
	return n
}

func locked(locks []sync.Mutex) {
	for i := range locks {
		locks[i].Lock()
		defer locks[i].Unlock()
	}
}
