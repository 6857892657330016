package checkthenact

import (
	"io"
	"net"

	"sync"
)

type Safe struct {
	mu    sync.RWMutex
	conns map[string]net.Conn
	upper map[string]string
	n     int
}

func (s *Safe) Get(addr string) (net.Conn, error) {
	s.mu.RLock()
	c, ok := s.conns[addr]
	s.mu.RUnlock()
	if ok {
		return c, nil
	}
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if other, ok := s.conns[addr]; ok {
		c.Close()
		return other, nil
	}
	s.conns[addr] = c
	return c, nil
}

func (s *Safe) has(addr string) bool { return s.conns[addr] != nil }

// A helper tests again.
func (s *Safe) Helper(addr string, c net.Conn) {
	s.mu.RLock()
	_, ok := s.conns[addr]
	s.mu.RUnlock()
	if ok {
		return
	}
	s.mu.Lock()
	if !s.has(addr) {
		s.conns[addr] = c
	}
	s.mu.Unlock()
}

// Another key.
func (s *Safe) Move(from, to string) {
	s.mu.RLock()
	c, ok := s.conns[from]
	s.mu.RUnlock()
	if ok {
		s.mu.Lock()
		s.conns[to] = c
		s.mu.Unlock()
	}
}

// Does not depend on what was read.
func (s *Safe) Set(n int) int {
	s.mu.RLock()
	old := s.n
	s.mu.RUnlock()
	s.mu.Lock()
	s.n = n
	s.mu.Unlock()
	return old
}

// One section.
func (s *Safe) Add(n int) {
	s.mu.Lock()
	old := s.n
	s.n = old + n
	s.mu.Unlock()
}

// Taken out, and put back later: what is stored is another matter.
type conn struct {
	mu   sync.Mutex
	body io.ReadCloser
}

func (c *conn) next(read func() io.ReadCloser) {
	c.mu.Lock()
	last := c.body
	c.body = nil
	c.mu.Unlock()
	if last != nil && last.Close() != nil {
		return
	}
	body := read()
	c.mu.Lock()
	c.body = body
	c.mu.Unlock()
}

// One at a time, whatever happens to the inner lock.
type cluster struct {
	mu      sync.RWMutex
	control sync.Mutex
	body    io.ReadCloser
}

func (c *cluster) join(dial func() io.ReadCloser) error {
	c.control.Lock()
	defer c.control.Unlock()
	c.mu.RLock()
	joined := c.body != nil
	c.mu.RUnlock()
	if joined {
		return io.ErrClosedPipe
	}
	body := dial()
	c.mu.Lock()
	c.body = body
	c.mu.Unlock()
	return nil
}
