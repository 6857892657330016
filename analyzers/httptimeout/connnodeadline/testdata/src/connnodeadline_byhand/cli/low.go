// Package cli is run by hand.
package cli

import (
	"crypto/tls"
	"net"
)

func connect(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	secure := tls.Client(conn, nil)
	err = secure.Handshake() // want `secure.Handshake has no deadline`
	return err
}
