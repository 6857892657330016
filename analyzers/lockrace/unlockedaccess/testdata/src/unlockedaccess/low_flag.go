package unlockedaccess

import (
	"encoding/gob"
	"errors"
	"log"
	"net"
	"sync"
)

// A RemoteClient sets its flag under a lock, and reads it without, in its goroutine as well.
type RemoteClient struct {
	conn      net.Conn
	dec       *gob.Decoder
	enc       *gob.Encoder
	writeLock sync.Mutex
	closed    bool
	closeLock sync.Mutex
}

func NewRemoteClient(conn net.Conn) *RemoteClient {
	c := &RemoteClient{conn: conn, dec: gob.NewDecoder(conn), enc: gob.NewEncoder(conn)}
	go c.listen()
	return c
}

func (c *RemoteClient) Send(v int) error {
	c.writeLock.Lock()
	defer c.writeLock.Unlock()
	if c.closed { // want `data race with line \d+: c.closed is read without c.closeLock, which 2 of 5 accesses hold`
		return errors.New("closed")
	}
	return c.enc.Encode(v)
}

func (c *RemoteClient) Closed() bool {
	return c.closed // want `data race with line \d+: c.closed is read without c.closeLock, which 2 of 5 accesses hold`
}

func (c *RemoteClient) Close() error {
	c.closeLock.Lock()
	defer c.closeLock.Unlock()
	if c.closed {
		return nil
	}
	c.closed = true
	return c.conn.Close()
}

func (c *RemoteClient) listen() {
	defer c.Close()
	for {
		var v int
		if err := c.dec.Decode(&v); err != nil {
			if !c.closed { // want `data race with line \d+: c.closed is read without c.closeLock, which 2 of 5 accesses hold`
				log.Print(err)
			}
			return
		}
	}
}
