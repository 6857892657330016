package waitunderlock

import (
	"net"
	"sync"
	"time"
)

type conn struct {
	mu sync.Mutex
	c  net.Conn
}

func (c *conn) connect(addr string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	made, err := net.DialTimeout("tcp", addr, time.Second) // want `conn\.send blocks`
	if err != nil {
		return err
	}
	c.c = made
	return nil
}

func (c *conn) send(b []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.c.Write(b)
	return err
}
