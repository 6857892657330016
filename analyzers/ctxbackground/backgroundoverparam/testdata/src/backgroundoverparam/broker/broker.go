// Package broker has connections that are kept.
package broker

import "context"

type Conn struct{}

func (c *Conn) Disconnect(ctx context.Context) error { return ctx.Err() }
