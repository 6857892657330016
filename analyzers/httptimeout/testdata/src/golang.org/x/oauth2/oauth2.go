// Package oauth2 stands for the real one.
package oauth2

import (
	"context"
	"net/http"
)

type TokenSource interface{ Token() (string, error) }

func NewClient(ctx context.Context, src TokenSource) *http.Client { return http.DefaultClient }

type ContextKey struct{}

var HTTPClient ContextKey

var NoContext = context.TODO()

type Token struct{}

type AuthCodeOption interface{ set() }

type Config struct{ ClientID string }

func (c *Config) Exchange(ctx context.Context, code string, opts ...AuthCodeOption) (*Token, error) {
	return nil, nil
}

func (c *Config) Client(ctx context.Context, t *Token) *http.Client { return new(http.Client) }
