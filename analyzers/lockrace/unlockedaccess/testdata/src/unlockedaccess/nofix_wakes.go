package unlockedaccess

import (
	"errors"
	"net"
	"sync"
	"time"
)

// The call waits for the reply with the lock held, and the loop that reads looks up whom to wake: with the lock it
// would come to that only when the call has stopped waiting.
type rpcConn struct {
	mu      sync.Mutex
	pending map[byte]chan byte
	conn    net.Conn
	next    byte
}

func (c *rpcConn) Call(limit time.Duration) (byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next++
	reply := make(chan byte, 1)
	c.pending[c.next] = reply
	if _, err := c.conn.Write([]byte{c.next}); err != nil {
		delete(c.pending, c.next)
		return 0, err
	}
	select {
	case b := <-reply:
		delete(c.pending, c.next)
		return b, nil
	case <-time.After(limit):
		delete(c.pending, c.next)
		return 0, errors.New("no reply")
	}
}

func (c *rpcConn) Read() {
	buf := make([]byte, 2)
	for {
		if _, err := c.conn.Read(buf); err != nil {
			return
		}
		waiting, ok := c.pending[buf[0]] // want `data race with line \d+: c.pending is read without c.mu`
		if ok {
			waiting <- buf[1]
		}
	}
}

// Nothing waits for the goroutine that reads here.
func (c *rpcConn) Forget(id byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pending, id)
}
