// Package resty stands for the real one.
package resty

import (
	"context"
	"time"
)

type Client struct{}

type Request struct{}

type Response struct{}

func New() *Client { return nil }

func (c *Client) SetTimeout(timeout time.Duration) *Client { return c }

func (c *Client) SetRetryCount(n int) *Client { return c }

func (c *Client) R() *Request { return nil }

func (r *Request) SetContext(ctx context.Context) *Request { return r }

func (r *Request) Get(url string) (*Response, error) { return nil, nil }
