package checkthenact

import (
	"net"
	"sync"
)

type bareDialer struct {
	mu    sync.Mutex
	conns map[string]net.Conn
	main  net.Conn
}

// Conn tests before it acquires the lock.
func (d *bareDialer) Conn(addr string) (net.Conn, error) {
	if c := d.conns[addr]; c != nil {
		return c, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	d.conns[addr] = c // want `update of another goroutine may be lost: d.conns is stored because of the test at line 16, which does not hold d.mu`
	return c, nil
}

// Main does so for a field.
func (d *bareDialer) Main(addr string) (net.Conn, error) {
	if d.main != nil {
		return d.main, nil
	}
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.main = c // want `update of another goroutine may be lost: d.main is stored because of the test at line 31, which does not hold d.mu`
	return c, nil
}
