package receiveloop_open

import (
	"io"
	"log"
	"net"
)

type echo struct{ ln *net.UnixListener }

// Close has closed the listener, and the loop spins.
func (e *echo) serve() {
	for {
		conn, err := e.ln.Accept()
		if err != nil {
			log.Print(err)
			continue // want `loop at line \d+ spins once e.ln is closed: after that e.ln.Accept returns its error immediately`
		}
		go io.Copy(io.Discard, conn)
	}
}

func (e *echo) Close() error { return e.ln.Close() }
