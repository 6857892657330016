package carried

import (
	"context"

	"golang.org/x/oauth2"
)

// The caller may set a deadline, or pass a client along.
func Exchange(ctx context.Context, config *oauth2.Config, code string) (*oauth2.Token, error) {
	return config.Exchange(ctx, code) // want `config.Exchange never returns`
}

// Shared is what others may set.
var Shared = context.Background()

func inShared(config *oauth2.Config, code string) (*oauth2.Token, error) {
	return config.Exchange(Shared, code) // want `config.Exchange never returns`
}
