// Package oauth2 stands for the real one.
package oauth2

import "context"

type Config struct{}

type Token struct{}

type AuthCodeOption interface{ set() }

func (c *Config) Exchange(ctx context.Context, code string, opts ...AuthCodeOption) (*Token, error) {
	return nil, ctx.Err()
}
