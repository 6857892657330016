package unlockedaccess

import "sync"

type conn struct{ n int }

func (c *conn) begin() int { return c.n }

// The connection is there, and stays.
type LazyStore struct {
	mu sync.Mutex
	db *conn
}

func NewLazyStore() *LazyStore { return &LazyStore{} }

func (s *LazyStore) Begin() int {
	s.mu.Lock()
	if s.db == nil {
		s.db = &conn{}
	}
	s.mu.Unlock()
	return s.db.begin()
}

func (s *LazyStore) Close() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return 0
	}
	return s.db.begin()
}
