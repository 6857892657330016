package receiveloop

import (
	"log"
	"net"
)

// Nothing closes the listener: the loop runs until the process exits.
func forever(ln *net.UnixListener) {
	for {
		conn, err := ln.AcceptUnix()
		if err != nil {
			log.Print(err)
			continue // want `loop at line \d+ spins once ln is closed`
		}
		conn.CloseWrite()
	}
}
