package clientnotimeout_sdk_free

import (
	"context"
	"net/http"

	"golang.org/x/oauth2"

	"github.com/radio/radio"
)

type guide struct{ api *radio.Client }

func newGuide() *guide {
	return &guide{api: radio.New(&radio.Options{HTTPClient: &http.Client{}})} // want `g.api.Stations at line 18 never returns when the server does not respond`
}

func (g *guide) list() ([]string, error) { return g.api.Stations() }

func login(config *oauth2.Config, token *oauth2.Token) *radio.Client {
	client := config.Client(context.Background(), token) // want `g.api.Stations at line 18 never returns when the server does not respond: the client of config.Client has no Timeout`
	return radio.New(&radio.Options{HTTPClient: client})
}
