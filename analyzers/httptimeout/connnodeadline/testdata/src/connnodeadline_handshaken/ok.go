package handshaken

import (
	"context"
	"crypto/tls"
	"net"
	"time"

	"golang.org/x/crypto/ssh"
)

// Silent: the deadline is on the connection that package tls wraps.
func upgrade(addr string, config *tls.Config) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	secure := tls.Client(conn, config)
	return secure, secure.Handshake()
}

// Silent: it is on what wraps it.
func wrapped(l net.Listener, config *tls.Config) error {
	raw, err := l.Accept()
	if err != nil {
		return err
	}
	server := tls.Server(raw, config)
	_ = server.SetReadDeadline(time.Now().Add(time.Second))
	return server.Handshake()
}

// Silent: where the server accepts, before the connection is passed on.
func accept(l net.Listener, config *ssh.ServerConfig) {
	client, err := l.Accept()
	if err != nil {
		return
	}
	_ = client.SetDeadline(time.Now().Add(time.Second))
	go greet(client, config)
}

func greet(nc net.Conn, config *ssh.ServerConfig) {
	sc, _, _, err := ssh.NewServerConn(nc, config)
	if err == nil {
		_ = sc.Close()
	}
}

// Silent: the context has an end, as far as the function knows.
func inContext(ctx context.Context, addr string) error {
	other, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	return tls.Client(other, nil).HandshakeContext(ctx)
}
