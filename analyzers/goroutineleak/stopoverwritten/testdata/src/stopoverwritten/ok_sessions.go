package stopoverwritten

import (
	"bufio"
	"net"
	"time"
)

// The session ends its pinger by a channel of its own.
type cable struct {
	quit chan struct{}
	dial func() (net.Conn, error)
}

func newCable(dial func() (net.Conn, error)) *cable {
	c := &cable{quit: make(chan struct{}), dial: dial}
	go c.run()
	return c
}

func (c *cable) Close() { close(c.quit) }

func (c *cable) run() {
	for {
		c.session()
		c.failing()
		select {
		case <-time.After(time.Second):
		case <-c.quit:
			return
		}
	}
}

func (c *cable) session() error {
	conn, err := c.dial()
	if err != nil {
		return err
	}
	defer conn.Close()
	done := make(chan struct{})
	defer close(done)
	go c.ping(conn, done)
	return lines(conn)
}

func lines(conn net.Conn) error {
	r := bufio.NewReader(conn)
	for {
		if _, err := r.ReadString('\n'); err != nil {
			return err
		}
	}
}

func (c *cable) ping(conn net.Conn, done chan struct{}) {
	for {
		select {
		case <-time.After(time.Minute):
			conn.Write([]byte("ping\n"))
		case <-done:
			return
		case <-c.quit:
			return
		}
	}
}

// The pinger ends when the connection fails.
func (c *cable) failing() error {
	conn, err := c.dial()
	if err != nil {
		return err
	}
	defer conn.Close()
	go func() {
		for {
			select {
			case <-time.After(time.Minute):
				if _, err := conn.Write([]byte("ping\n")); err != nil {
					return
				}
			case <-c.quit:
				return
			}
		}
	}()
	for {
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			return err
		}
	}
}

// Workers are started once, by a loop that counts them.
func (c *cable) workers() {
	for range 4 {
		c.worker()
	}
}

func (c *cable) worker() {
	go func() {
		for {
			select {
			case <-time.After(time.Minute):
			case <-c.quit:
				return
			}
		}
	}()
}
