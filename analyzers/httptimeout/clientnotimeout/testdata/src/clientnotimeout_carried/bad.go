// Package carried has clients that a context carries.
package carried

import (
	"context"
	"net/http"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/gin-gonic/gin"
	"golang.org/x/oauth2"
)

func callback(config *oauth2.Config, r *http.Request) (*oauth2.Token, error) {
	return config.Exchange(r.Context(), r.URL.Query().Get("code")) // want `config.Exchange never returns when the server does not respond: its context has no deadline, and carries no client with a Timeout`
}

func cancelled(config *oauth2.Config, code string) (*oauth2.Token, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return config.Exchange(ctx, code) // want `config.Exchange never returns`
}

// What gin passes to a handler has no deadline, either.
func handler(config *oauth2.Config, c *gin.Context) (*oauth2.Token, error) {
	return config.Exchange(c, "code") // want `config.Exchange never returns`
}

func discover(issuer string) (*oidc.Provider, error) {
	return oidc.NewProvider(context.Background(), issuer) // want `oidc.NewProvider never returns`
}
