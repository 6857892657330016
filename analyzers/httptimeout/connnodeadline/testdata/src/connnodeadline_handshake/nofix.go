package handshake

import (
	"context"
	"crypto/tls"
	"net"

	"golang.org/x/crypto/ssh"
)

// A connection through another one has no deadlines.
func through(gateway *ssh.Client, addr string, config *ssh.ClientConfig) (*ssh.Client, error) {
	conn, err := gateway.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	c, channels, requests, err := ssh.NewClientConn(conn, addr, config) // want `ssh.NewClientConn has no deadline`
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(c, channels, requests), nil
}

// Nothing runs after the handshake to take the deadline back.
func returned(dialer *net.Dialer, addr string) error {
	conn, err := dialer.Dial("tcp", addr)
	if err != nil {
		return err
	}
	return tls.Client(conn, nil).Handshake() // want `Handshake has no deadline`
}

func background(dialer *net.Dialer, addr string) error {
	conn, err := dialer.Dial("tcp", addr)
	if err != nil {
		return err
	}
	return tls.Client(conn, nil).HandshakeContext(context.Background()) // want `HandshakeContext has no deadline`
}
