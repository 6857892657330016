package handshake

import (
	"crypto/tls"
	"net"
)

// The caller may have set one.
func Secure(conn net.Conn, config *tls.Config) (net.Conn, error) {
	secure := tls.Client(conn, config)
	if err := secure.Handshake(); err != nil { // want `secure.Handshake has no deadline`
		return nil, err
	}
	return secure, nil
}
