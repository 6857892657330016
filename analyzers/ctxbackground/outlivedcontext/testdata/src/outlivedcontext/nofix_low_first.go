package outlivedcontext

import (
	"context"
	"sync"
)

// The goroutine resets the flag, and the next call starts it again.
type scans struct {
	mu      sync.Mutex
	running bool
}

func (s *scans) Find(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.running {
		s.running = true
		go s.scan(ctx) // want `what running keeps for all later calls of Find stops when the first caller's context ends`
	}
}

func (s *scans) scan(ctx context.Context) {
	for {
		if ctx.Err() != nil {
			break
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = false
}
