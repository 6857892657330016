package carried

import (
	"context"

	"golang.org/x/oauth2"
)

var root = context.Background()

// The variable of the package has no deadline.
func shared(config *oauth2.Config, code string) (*oauth2.Token, error) {
	return config.Exchange(root, code) // want `config.Exchange never returns`
}

func noContext(config *oauth2.Config, code string) (*oauth2.Token, error) {
	return config.Exchange(oauth2.NoContext, code) // want `config.Exchange never returns`
}
