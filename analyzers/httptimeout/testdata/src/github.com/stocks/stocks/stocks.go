// Package stocks stands for a client library whose calls take a context.
package stocks

import (
	"context"
	"net/http"
)

type Client struct{ Quotes *Quotes }

type Quotes struct{}

func New(c *http.Client) *Client { return &Client{&Quotes{}} }

func (q *Quotes) Get(ctx context.Context, symbol string) (float64, error) { return 0, nil }

func (q *Quotes) Parse(s string) (float64, error) { return 0, nil }
