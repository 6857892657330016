package doublelock

import "sync"

// The function that is called under the lock is set elsewhere, and acquires it as well.
type ledge struct {
	mu     sync.Mutex
	books  map[string]int
	missed func(title string)
}

func (s *ledge) find(title string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.books[title] == 0 {
		s.missed(title)
	}
	return s.books[title]
}

func openLedge() {
	s := &ledge{books: make(map[string]int)}
	s.missed = func(title string) {
		s.mu.Lock() // want `deadlock: s\.mu\.Lock acquires a lock that its goroutine holds since line \d+`
		s.books[title] = -1
		s.mu.Unlock()
	}
	go s.find("Emma")
}
