package unlockedaccess

import "sync"

// A Screen returns a function that detaches a viewer: importers, which run it, cannot hold the lock.
type Screen struct {
	mu      sync.Mutex
	viewers map[chan []byte]struct{}
}

func (s *Screen) Attach() (<-chan []byte, func()) {
	ch := make(chan []byte, 64)
	s.mu.Lock()
	s.viewers[ch] = struct{}{}
	s.mu.Unlock()
	return ch, func() {
		delete(s.viewers, ch) // want `data race with line \d+: s.viewers is written without s.mu`
	}
}

func (s *Screen) Show(data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for v := range s.viewers {
		select {
		case v <- data:
		default:
		}
	}
}
