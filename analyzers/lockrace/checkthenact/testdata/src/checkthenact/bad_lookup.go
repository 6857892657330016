package checkthenact

import (
	"net"
	"sync"
)

// A Switchboard keeps one line for each peer.
type Switchboard struct {
	mu    sync.RWMutex
	lines map[string]net.Conn
	trunk net.Conn
}

func (s *Switchboard) line(peer string) net.Conn {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.lines[peer]
}

func (s *Switchboard) main() (net.Conn, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.trunk, s.trunk != nil
}

// Another method looks.
func (s *Switchboard) Line(peer string) (net.Conn, error) {
	if c := s.line(peer); c != nil {
		return c, nil
	}
	conn, err := net.Dial("tcp", peer)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.lines[peer] = conn // want `update of another goroutine may be lost: s\.lines is stored because of the test at line 29, and s\.mu was released after that test`
	s.mu.Unlock()
	return conn, nil
}

// The same for one field.
func (s *Switchboard) Trunk() (net.Conn, error) {
	conn, ok := s.main()
	if ok {
		return conn, nil
	}
	conn, err := net.Dial("tcp", "trunk")
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trunk = conn // want `update of another goroutine may be lost: s\.trunk is stored because of the test at line 44`
	return conn, nil
}

// HangUp ends a line.
func (s *Switchboard) HangUp(peer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.lines, peer)
	s.trunk = nil
}
