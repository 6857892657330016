package own

import (
	"fmt"
	"net"

	"localhostdefault_own/settings"
)

// Silent: the program dials itself, where its own address has no host.
func okGateway(s *settings.Settings) (net.Conn, error) {
	addr := s.Addr
	if addr == "" {
		addr = "localhost"
	}
	return net.Dial("tcp", fmt.Sprintf("%s:%d", addr, s.Port))
}

type server struct {
	host string
	port int
	// ledger is another program.
	ledger string
}

func (s *server) listen() (net.Listener, error) {
	return net.Listen("tcp", fmt.Sprintf("%s:%d", s.host, s.port))
}

// Silent: the package listens there.
func (s *server) okProbe() (net.Conn, error) {
	var host = s.host
	if host == "" {
		host = "localhost"
	}
	return net.Dial("tcp", fmt.Sprintf("%s:%d", host, s.port))
}
