package blockedsend

import (
	"errors"
	"net"
	"sync/atomic"
	"time"
)

// One goroutine sends, and nothing may receive.
func secondConn(addrs []string) (net.Conn, error) {
	got := make(chan net.Conn)
	var found atomic.Bool
	for _, a := range addrs {
		go func() {
			c, err := net.DialTimeout("tcp", a, time.Second)
			if err != nil {
				return
			}
			if found.CompareAndSwap(false, true) {
				got <- c // want `send on got blocks forever when secondConn returns at line \d+ without receiving`
			}
		}()
	}
	select {
	case c := <-got:
		return c, nil
	case <-time.After(time.Second):
		return nil, errors.New("timeout")
	}
}
