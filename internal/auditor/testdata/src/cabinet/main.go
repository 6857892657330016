// Cabinet accepts in a select that ends with its own channel, and waits for its connections. What they
// do takes a lock that is a channel. A worker is ended before it is started again, and waited for.
package main

import (
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

type cabinet struct {
	listener net.Listener
	quit     chan struct{}
	lock     chan struct{}
	conns    sync.WaitGroup
	copies   sync.WaitGroup
	end      chan struct{}
}

func main() {
	l, err := net.Listen("tcp", ":80")
	if err != nil {
		panic(err)
	}
	c := &cabinet{listener: l, quit: make(chan struct{}), lock: make(chan struct{}, 1), end: make(chan struct{})}
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, syscall.SIGTERM)
	go c.run()
	<-sig
	c.close()
}

func (c *cabinet) run() {
	c.replicate()
	for {
		select {
		case <-c.quit:
			return
		default:
			conn, err := c.listener.Accept()
			if err != nil {
				continue
			}
			c.serve(conn)
		}
	}
}

func (c *cabinet) serve(conn net.Conn) {
	c.conns.Add(1)
	go func() {
		defer c.conns.Done()
		defer conn.Close()
		c.write()
	}()
}

func (c *cabinet) write() {
	c.lock <- struct{}{}
	println("written")
	<-c.lock
}

func (c *cabinet) replicate() {
	c.copies.Wait()
	c.copies.Add(1)
	go c.copy()
}

func (c *cabinet) copy() {
	defer c.copies.Done()
	for {
		select {
		case <-c.end:
			return
		case <-time.After(time.Second):
			c.write()
		}
	}
}

func (c *cabinet) close() {
	close(c.quit)
	c.listener.Close()
	c.conns.Wait()
	close(c.end)
	c.copies.Wait()
}
