// Package ssh stands for the real one.
package ssh

import "time"

type AuthMethod interface{ method() string }

type ClientConfig struct {
	User    string
	Auth    []AuthMethod
	Timeout time.Duration
}

type Client struct{}

func (c *Client) Close() error { return nil }

func Dial(network, addr string, config *ClientConfig) (*Client, error) { return nil, nil }
