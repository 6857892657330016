package unlockedaccess

import "sync"

// Close takes the connection away.
type ClosingStore struct {
	mu sync.Mutex
	db *conn
}

func (s *ClosingStore) Begin() int {
	s.mu.Lock()
	if s.db == nil {
		s.db = &conn{}
	}
	s.mu.Unlock()
	return s.db.begin() // want `s.db is read without s.mu`
}

func (s *ClosingStore) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.db = nil
}
