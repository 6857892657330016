package oncekeepserror

import (
	"net"
	"os"
	"sync"
)

// Another object may be made.
type client struct {
	once sync.Once
	addr string
	conn net.Conn
	err  error
}

func (c *client) connect() (net.Conn, error) {
	c.once.Do(func() { c.dial() })
	return c.conn, c.err
}

func (c *client) dial() {
	c.conn, c.err = net.Dial("tcp", c.addr) // want `one failure of net.Dial is kept`
}

var (
	tokenOnce sync.Once
	token     []byte
	tokenErr  error
)

// The file is part of the deployment, or is not there yet.
func readToken() ([]byte, error) {
	tokenOnce.Do(func() {
		token, tokenErr = os.ReadFile("/var/run/token") // want `one failure of os.ReadFile is kept`
	})
	return token, tokenErr
}

var (
	peerOnce sync.Once
	peer     net.Conn
)

func firstPeer(addr string) net.Conn {
	peerOnce.Do(func() {
		c, err := net.Dial("tcp", addr) // want `one failure of net.Dial is kept`
		if err != nil {
			return
		}
		peer = c
	})
	return peer
}

// The value may be set later.
func reconnect(addr string) {
	if c, err := net.Dial("tcp", addr); err == nil {
		peer = c
	}
}
