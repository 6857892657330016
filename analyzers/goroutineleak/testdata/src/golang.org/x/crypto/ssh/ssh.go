// Package ssh is a stub.
package ssh

import "net"

type ServerConfig struct{}

type Request struct{ Type string }

type Channel interface{ Close() error }

type NewChannel interface {
	Accept() (Channel, <-chan *Request, error)
}

type ServerConn struct{}

func (c *ServerConn) Close() error { return nil }

func NewServerConn(c net.Conn, config *ServerConfig) (*ServerConn, <-chan NewChannel, <-chan *Request, error) {
	return nil, nil, nil, nil
}

func DiscardRequests(in <-chan *Request) {
	for range in {
	}
}
