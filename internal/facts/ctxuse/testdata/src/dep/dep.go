// Package dep is imported: what it does travels as facts.
package dep

import (
	"context"
	"time"
)

func Values(ctx context.Context) any { return ctx.Value("key") } // want "idle"

func Soon(ctx context.Context) { // want "bounded"
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	<-ctx.Done()
}

func Waits(ctx context.Context) { <-ctx.Done() }

type Client struct{ ctx context.Context }

func New(ctx context.Context) *Client { return &Client{ctx: ctx} } // want "kept"

// Get may be replaced by another function that reads values.
var Get = Values

var Wait = Waits
