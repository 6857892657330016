package carried

import (
	"context"
	"net/http"

	"golang.org/x/oauth2"
)

// The client that it carries has no limit, and a transport that is wanted.
func through(config *oauth2.Config, code string) (*oauth2.Token, error) {
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, &http.Client{Transport: http.DefaultTransport})
	return config.Exchange(ctx, code) // want `config.Exchange never returns`
}
