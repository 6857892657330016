// Package radio stands for a client library whose calls take no context.
package radio

import (
	"net/http"
	"time"
)

type Options struct {
	HTTPClient  *http.Client
	Timeout     time.Duration
	IdleTimeout time.Duration
	Defaults    *Defaults
}

type Defaults struct{ RequestTimeout time.Duration }

type Client struct{}

func New(o *Options) *Client { return &Client{} }

func (c *Client) Stations() ([]string, error) { return nil, nil }

func (c *Client) Name() string { return "" }
