package checkthenact

import (
	"net"
	"sync"
)

type dialer struct {
	conns sync.Map // by address
}

func (d *dialer) conn(addr string) (net.Conn, error) {
	if c, ok := d.conns.Load(addr); ok {
		return c.(net.Conn), nil
	}
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	d.conns.Store(addr, c) // want `update of another goroutine may be lost: d.conns.Store stores because of the test at line 13, and another goroutine may have stored since`
	return c, nil
}
