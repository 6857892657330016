// Package oidc stands for the real one.
package oidc

import (
	"context"
	"net/http"
)

type Provider struct{}

func NewProvider(ctx context.Context, issuer string) (*Provider, error) { return nil, nil }

func ClientContext(ctx context.Context, client *http.Client) context.Context { return ctx }
