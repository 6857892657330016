// Package ssh stands for the real one.
package ssh

import (
	"net"
	"time"
)

type AuthMethod interface{ method() string }

type ClientConfig struct {
	User    string
	Auth    []AuthMethod
	Timeout time.Duration
}

type ServerConfig struct{}

type Conn interface{ Close() error }

type ServerConn struct{ Conn }

type NewChannel interface{ Reject() error }

type Request struct{}

type Client struct{}

func (c *Client) Close() error { return nil }

func (c *Client) Dial(network, addr string) (net.Conn, error) { return nil, nil }

func Dial(network, addr string, config *ClientConfig) (*Client, error) { return nil, nil }

func NewClient(c Conn, chans <-chan NewChannel, reqs <-chan *Request) *Client { return nil }

func NewClientConn(c net.Conn, addr string, config *ClientConfig) (Conn, <-chan NewChannel, <-chan *Request, error) {
	return nil, nil, nil, nil
}

func NewServerConn(c net.Conn, config *ServerConfig) (*ServerConn, <-chan NewChannel, <-chan *Request, error) {
	return nil, nil, nil, nil
}
