package checkthenact

import (
	"net"
	"sync"
)

type Pool struct {
	mu    sync.RWMutex
	conns map[string]net.Conn
	main  net.Conn
	wake  chan struct{}
	n     int
}

func (p *Pool) Get(addr string) (net.Conn, error) {
	p.mu.RLock()
	c, ok := p.conns[addr]
	p.mu.RUnlock()
	if ok {
		return c, nil
	}
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	p.conns[addr] = c // want `update of another goroutine may be lost: p\.conns is stored because of the test at line \d+, and p\.mu was released after that test`
	p.mu.Unlock()
	return c, nil
}

func (p *Pool) Main() (net.Conn, error) {
	p.mu.RLock()
	c := p.main
	p.mu.RUnlock()
	if c != nil {
		return c, nil
	}
	c, err := net.Dial("tcp", "main")
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.main = c // want `update of another goroutine may be lost`
	return c, nil
}

func (p *Pool) Add(n int) {
	p.mu.RLock()
	old := p.n
	p.mu.RUnlock()
	p.mu.Lock()
	p.n = old + n // want `update of another goroutine may be lost: p\.n is computed from its value at line \d+, and p\.mu was released after that read`
	p.mu.Unlock()
}

type shared struct {
	mu   sync.Mutex
	exit sync.RWMutex
	body net.Conn
}

// Readers of the outer lock run at the same time.
func (s *shared) join(dial func() net.Conn) error {
	s.exit.RLock()
	defer s.exit.RUnlock()
	s.mu.Lock()
	joined := s.body != nil
	s.mu.Unlock()
	if joined {
		return net.ErrClosed
	}
	body := dial()
	s.mu.Lock()
	s.body = body // want `update of another goroutine may be lost`
	s.mu.Unlock()
	return nil
}

// The keys are there before their connections.
type slots struct {
	mu    sync.Mutex
	conns map[string]net.Conn
}

func newSlots() *slots { return &slots{conns: map[string]net.Conn{"in": nil, "out": nil}} }

func (s *slots) connect(dial func(string) (net.Conn, error), id string) error {
	s.mu.Lock()
	c, ok := s.conns[id]
	s.mu.Unlock()
	if !ok || c != nil {
		return net.ErrClosed
	}
	c, err := dial(id)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns[id] = c // want `update of another goroutine may be lost`
	return nil
}
