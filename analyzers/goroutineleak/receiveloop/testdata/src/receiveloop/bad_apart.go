package receiveloop

import (
	"errors"
	"log"
	"net"
)

// The end of the listener is told apart, and too many open files are not.
func acceptApart(ln net.Listener, serve func(net.Conn)) error {
	for {
		conn, err := ln.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			log.Print(err)
			continue // want `loop at line 11 spins once the process has no free file descriptor`
		}
		go serve(conn)
	}
}
