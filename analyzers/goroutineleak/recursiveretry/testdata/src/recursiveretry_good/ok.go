package recursiveretry_good

import (
	"context"
	"log"
	"net"
	"time"
)

type client struct {
	addr  string
	conn  net.Conn
	pause time.Duration
}

func (c *client) connect(ctx context.Context) error {
	for {
		conn, err := net.Dial("tcp", c.addr)
		if err == nil {
			c.conn = conn
			return nil
		}
		log.Println(err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(c.pause):
		}
	}
}
