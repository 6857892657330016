// Package ssh is a stub.
package ssh

type Client struct{}

func (c *Client) NewSession() (*Session, error) { return nil, nil }

type Session struct{}

func (s *Session) Run(cmd string) error { return nil }
func (s *Session) Close() error         { return nil }
