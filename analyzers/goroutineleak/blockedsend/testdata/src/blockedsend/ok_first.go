package blockedsend

import (
	"errors"
	"net"
	"sync/atomic"
	"time"
)

// Nope. One goroutine at most sends.
func firstConn(addrs []string) (net.Conn, error) {
	got := make(chan net.Conn, 1)
	var found atomic.Bool
	for _, a := range addrs {
		go func() {
			c, err := net.DialTimeout("tcp", a, time.Second)
			if err != nil {
				return
			}
			if !found.CompareAndSwap(false, true) {
				c.Close()
				return
			}
			got <- c
		}()
	}
	select {
	case c := <-got:
		return c, nil
	case <-time.After(time.Second):
		return nil, errors.New("timeout")
	}
}
