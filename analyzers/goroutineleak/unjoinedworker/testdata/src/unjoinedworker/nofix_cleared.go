package main

import (
	"os"
	"sync"
	"time"
)

type clearedSaver struct {
	mu   sync.Mutex
	stop chan struct{}
	path string
}

func (s *clearedSaver) Start() {
	s.stop = make(chan struct{})
	go s.saveLoop() // want `the call of WriteFile at line 30 may be interrupted when Stop has returned: nothing waits for s.saveLoop, which Stop stops`
}

// A pass under way reads the field again, which is nil then: who waits for the goroutine waits in vain.
func (s *clearedSaver) saveLoop() {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			s.mu.Lock()
			_ = os.WriteFile(s.path, nil, 0o600)
			s.mu.Unlock()
		}
	}
}

func (s *clearedSaver) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop != nil {
		close(s.stop)
		s.stop = nil
	}
}
