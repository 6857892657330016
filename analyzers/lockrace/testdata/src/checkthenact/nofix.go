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
