// Package ssh is a stub.
package ssh

import "net"

// A Client is a connection to a server.
type Client struct{}

// Listen asks the server to listen.
func (c *Client) Listen(n, addr string) (net.Listener, error) { return nil, nil }

// Close closes the connection, and what was opened on it.
func (c *Client) Close() error { return nil }

// A ClientConfig says who connects.
type ClientConfig struct{ User string }

// Dial connects to a server.
func Dial(network, addr string, config *ClientConfig) (*Client, error) { return new(Client), nil }

// Dial connects to an address from the server.
func (c *Client) Dial(n, addr string) (net.Conn, error) { return nil, nil }

// A Conn is a connection after the handshake.
type Conn interface{ Close() error }

// NewClientConn makes the handshake on a connection.
func NewClientConn(c net.Conn, addr string, config *ClientConfig) (Conn, error) { return nil, nil }

// NewClient makes a client of a connection.
func NewClient(c Conn) *Client { return new(Client) }
