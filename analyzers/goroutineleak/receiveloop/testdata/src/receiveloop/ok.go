package receiveloop

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"time"
)

type closing struct {
	ln   *net.TCPListener
	stop chan struct{}
}

// Close closes the listener, and Accept returns.
func (c *closing) serve() {
	for {
		select {
		case <-c.stop:
			return
		default:
		}
		conn, err := c.ln.Accept()
		if err != nil {
			log.Print(err)
			continue
		}
		conn.Close()
	}
}

func (c *closing) Close() {
	close(c.stop)
	c.ln.Close()
}

// A deadline ends the read.
func limited(ctx context.Context, conn *tls.Conn) {
	buf := make([]byte, 1024)
	for ctx.Err() == nil {
		conn.SetReadDeadline(time.Now().Add(time.Second))
		if _, err := conn.Read(buf); err != nil {
			continue
		}
	}
}

// The end of the file leaves the loop.
func until(r *bufio.Reader) {
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			if errors.Is(err, io.EOF) {
				return
			}
			continue
		}
		log.Print(line)
	}
}

// The case leaves the loop.
func sum(ctx context.Context, in <-chan int) (n int) {
	for {
		select {
		case <-ctx.Done():
			return n
		case v := <-in:
			n += v
		}
	}
}

// The case is not ready again.
func drain(ctx context.Context, in <-chan int) (n int) {
	done := ctx.Done()
	for {
		select {
		case <-done:
			done = nil
		case v, ok := <-in:
			if !ok {
				return n
			}
			n += v
		}
	}
}
