package own

import (
	"fmt"
	"net"

	"localhostdefault_own/settings"
)

// What listens there is another program.
func ledger(s *settings.Settings) (net.Conn, error) {
	addr := s.Ledger
	if addr == "" {
		addr = "localhost" // want `addr defaults to localhost`
	}
	return net.Dial("tcp", fmt.Sprintf("%s:%d", addr, s.LedgerPort))
}

// The program listens on another field.
func (s *server) ledgerConn() (net.Conn, error) {
	host := s.ledger
	if host == "" {
		host = "localhost" // want `host defaults to localhost`
	}
	return net.Dial("tcp", fmt.Sprintf("%s:%d", host, 7070))
}

// The address may be another one.
func (s *server) either(other bool) (net.Conn, error) {
	host := s.host
	if other {
		host = s.ledger
	}
	if host == "" {
		host = "localhost" // want `host defaults to localhost`
	}
	return net.Dial("tcp", fmt.Sprintf("%s:%d", host, 7070))
}
