package doubleclose

import (
	"net"
	"sync"
	"time"
)

type tracker struct {
	sock    *net.UDPConn
	closing chan struct{}
	wg      sync.WaitGroup
}

func newTracker(sock *net.UDPConn) *tracker {
	t := &tracker{sock: sock, closing: make(chan struct{})}
	t.wg.Add(1)
	go t.serve()
	return t
}

// The goroutine closes the channel after Stop has returned.
func (t *tracker) Stop() <-chan error {
	done := make(chan error, 1)
	select {
	case <-t.closing:
		done <- nil
		return done
	default:
	}
	go func() {
		close(t.closing) // want `two calls of Stop soon after each other panic`
		t.sock.SetReadDeadline(time.Now())
		t.wg.Wait()
		done <- t.sock.Close()
	}()
	return done
}

func (t *tracker) serve() {
	defer t.wg.Done()
	buf := make([]byte, 2048)
	for {
		select {
		case <-t.closing:
			return
		default:
		}
		t.sock.SetReadDeadline(time.Now().Add(time.Second))
		if n, err := t.sock.Read(buf); err == nil {
			println(n)
		}
	}
}
