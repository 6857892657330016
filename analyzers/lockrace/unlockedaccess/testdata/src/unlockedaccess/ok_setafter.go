package unlockedaccess

import "sync"

// Silent: the flag is tested and set under the lock.
type LockedSampler struct {
	mu      sync.Mutex
	subs    map[chan int]bool
	running bool
}

func (s *LockedSampler) Subscribe() <-chan int {
	ch := make(chan int, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subs[ch] = true
	if !s.running {
		s.running = true
		go s.loop()
	}
	return ch
}

func (s *LockedSampler) loop() {
	for i := range 100 {
		s.mu.Lock()
		for ch := range s.subs {
			ch <- i
		}
		if len(s.subs) == 0 {
			s.running = false
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
	}
}
