package lockleak

import "sync"

type slots struct {
	sync.Mutex
	opening map[int]*sync.WaitGroup
}

// acquire returns with the lock held, on its only way out.
func acquire(s *slots, id int) bool {
	for {
		s.Lock()
		wg, ok := s.opening[id]
		if !ok || wg == nil {
			return ok
		}
		s.Unlock()
		wg.Wait()
	}
}

func borrow(s *slots, id int) {
	open := acquire(s, id)
	defer s.Unlock()
	if !open {
		s.opening[id] = nil
	}
}
