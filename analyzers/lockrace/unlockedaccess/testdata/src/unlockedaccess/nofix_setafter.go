package unlockedaccess

import "sync"

// A Sampler tests and sets its flag after it has released the lock: two subscribers may both start the loop,
// and the loop clears the flag under the lock.
type Sampler struct {
	mu      sync.Mutex
	subs    map[chan int]bool
	running bool
}

func (s *Sampler) Subscribe() <-chan int {
	ch := make(chan int, 1)
	s.mu.Lock()
	s.subs[ch] = true
	s.mu.Unlock()
	if !s.running { // want `data race with line \d+: s.running is read without s.mu`
		s.running = true
		go s.loop()
	}
	return ch
}

func (s *Sampler) loop() {
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
