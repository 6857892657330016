// Package parcels stands for a client library that has a limit of its own.
package parcels

import (
	"net/http"
	"time"
)

type Client struct{}

func New(c *http.Client) *Client { return &Client{} }

func (c *Client) SetTimeout(d time.Duration) {}

func (c *Client) Track(id string) (string, error) { return "", nil }
