// Package websocket is a stub.
package websocket

import (
	"context"
	"net/http"
)

type MessageType int

const MessageText MessageType = 1

type Conn struct{ n int }

func (c *Conn) Write(ctx context.Context, typ MessageType, p []byte) error { return ctx.Err() }

type AcceptOptions struct{}

func Accept(w http.ResponseWriter, r *http.Request, opts *AcceptOptions) (*Conn, error) {
	return &Conn{}, nil
}

func (c *Conn) CloseRead(ctx context.Context) context.Context { return ctx }
func (c *Conn) CloseNow() error                               { return nil }
