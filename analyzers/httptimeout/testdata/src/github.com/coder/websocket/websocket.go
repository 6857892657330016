// Package websocket is a stub.
package websocket

import "context"

type MessageType int

const MessageText MessageType = 1

type Conn struct{ n int }

func (c *Conn) Write(ctx context.Context, typ MessageType, p []byte) error { return ctx.Err() }
