// Package redis stands in for the Redis client of that name.
package redis

import "context"

type Conn interface {
	Do(command string, args ...any) (any, error)
	Close() error
}

type Pool struct{ Wait bool }

func (p *Pool) Get() Conn { return nil }

func (p *Pool) GetContext(ctx context.Context) (Conn, error) { return nil, ctx.Err() }
