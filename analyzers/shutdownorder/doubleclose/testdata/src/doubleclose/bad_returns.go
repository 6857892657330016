package doubleclose

import (
	"bufio"
	"net"
)

type pumped struct {
	nc  net.Conn
	in  *bufio.Reader
	out chan []byte
}

func (c *pumped) Kick() {
	close(c.out) // want `panic with "close of closed channel" when Kick is called before or after ReadPump returns`
	c.nc.Close()
}

func (c *pumped) ReadPump() {
	defer func() {
		close(c.out)
		c.nc.Close()
	}()
	for {
		if _, err := c.in.ReadString('\n'); err != nil {
			return
		}
	}
}

func (c *pumped) WritePump() {
	for msg := range c.out {
		if _, err := c.nc.Write(msg); err != nil {
			return
		}
	}
}
