package waitwithoutadd

import (
	"sync"
	"time"
)

// Silent: what is started after the close does not add, and the close comes before the Wait.
type settler struct {
	mu     sync.Mutex
	closed bool
	work   sync.WaitGroup
	settle func()
}

func (s *settler) Later() {
	time.AfterFunc(time.Second, s.fire)
	go s.fire()
}

func (s *settler) fire() {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.work.Add(1)
	s.mu.Unlock()
	defer s.work.Done()
	s.settle()
}

func (s *settler) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.work.Wait()
}
