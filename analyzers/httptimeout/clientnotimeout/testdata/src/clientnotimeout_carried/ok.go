package carried

import (
	"context"
	"net/http"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Silent: the context has a deadline.
func deadline(config *oauth2.Config, r *http.Request) (*oauth2.Token, error) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	return config.Exchange(ctx, "code")
}

// Silent: it carries a client with a limit.
func limited(config *oauth2.Config, r *http.Request) (*oauth2.Token, error) {
	ctx := context.WithValue(r.Context(), oauth2.HTTPClient, &http.Client{Timeout: time.Second})
	return config.Exchange(ctx, "code")
}

func set(config *oauth2.Config, r *http.Request) (*oauth2.Token, error) {
	client := &http.Client{}
	client.Timeout = time.Second
	ctx, cancel := context.WithCancel(oidc.ClientContext(r.Context(), client))
	defer cancel()
	return config.Exchange(ctx, "code")
}

// Silent: what makes the client is not known to set none.
func given(config *oauth2.Config, r *http.Request, client *http.Client) (*oauth2.Token, error) {
	return config.Exchange(oidc.ClientContext(r.Context(), client), "code")
}

type flow struct {
	config *oauth2.Config
	client *http.Client
}

func (f *flow) finish(r *http.Request) (*oauth2.Token, error) {
	return f.config.Exchange(f.context(r), "code") // the helper carries a client
}

func (f *flow) context(r *http.Request) context.Context {
	return context.WithValue(r.Context(), oauth2.HTTPClient, f.client)
}
