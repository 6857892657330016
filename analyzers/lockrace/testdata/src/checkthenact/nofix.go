package checkthenact

import (
	"net"
	"sync"
)

// Two values are stored at once.
type pair struct {
	mu   sync.Mutex
	conn net.Conn
	addr string
}

func (p *pair) connect(dial func(string) (net.Conn, error), addr string) error {
	p.mu.Lock()
	missing := p.conn == nil
	p.mu.Unlock()
	if !missing {
		return nil
	}
	c, err := dial(addr)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conn, p.addr = c, addr // want `p.conn is stored because of the test on line 17, after which p.mu was given back`
	return nil
}

// More is done with the new connection: it would be done to the old one again.
func (p *Pool) Follow(addr string) error {
	p.mu.Lock()
	_, ok := p.conns[addr]
	p.mu.Unlock()
	if ok {
		return nil
	}
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.conns[addr] = c // want `p.conns is stored because of the test on line 35, after which p.mu was given back`
	p.mu.Unlock()
	go follow(c)
	return nil
}

func follow(c net.Conn) { _, _ = c.Read(nil) }
