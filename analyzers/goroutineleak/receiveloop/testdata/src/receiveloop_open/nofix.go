package receiveloop_open

import (
	"context"
	"io"
	"log"
	"net"
	"sync/atomic"
)

type server struct {
	ln   net.Listener
	stop chan struct{}
}

// The listener stays open, and Accept waits for a connection that may never come.
func (s *server) serve() {
	for {
		select {
		case <-s.stop:
			return
		default:
		}
		conn, err := s.ln.Accept() // want `s.ln.Accept blocks until something arrives, so the loop does not notice the end of s.stop before that: nothing closes s.ln, and no read deadline is set`
		if err != nil {
			log.Print(err)
			continue
		}
		go io.Copy(io.Discard, conn)
	}
}

func (s *server) Stop() { close(s.stop) }

// With a context and a connection.
func pump(ctx context.Context, conn net.Conn) error {
	buf := make([]byte, 1024)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		n, err := conn.Read(buf) // want `conn.Read blocks until something arrives, so the loop does not notice the end of ctx.Done\(\) before that`
		if err != nil {
			return err
		}
		log.Print(n)
	}
}

type probe struct {
	pc     *net.UDPConn
	closed atomic.Bool
	quit   chan struct{}
}

// With a flag.
func (p *probe) flagged(buf []byte) {
	for !p.closed.Load() {
		n, _, err := p.pc.ReadFromUDP(buf) // want `p.pc.ReadFromUDP blocks until something arrives, so the loop does not notice p.closed before that`
		if err != nil {
			return
		}
		log.Print(n)
	}
}

// In a literal, inside of the default.
func (p *probe) Start(buf []byte) {
	go func() {
		for {
			select {
			case <-p.quit:
				return
			default:
				n, _, err := p.pc.ReadFromUDP(buf) // want `p.pc.ReadFromUDP blocks until something arrives`
				if err != nil {
					return
				}
				log.Print(n)
			}
		}
	}()
}
