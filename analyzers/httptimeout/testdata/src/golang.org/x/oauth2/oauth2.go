// Package oauth2 stands for the real one.
package oauth2

import (
	"context"
	"net/http"
)

type TokenSource interface{ Token() (string, error) }

func NewClient(ctx context.Context, src TokenSource) *http.Client { return http.DefaultClient }
