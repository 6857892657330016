package clientnotimeout_sdk

import (
	"context"
	"net/http"

	"github.com/parcels/parcels"
)

type post struct{ api *parcels.Client }

// Silent: the library has a limit of its own, which is set.
func newPost() *post {
	api := parcels.New(&http.Client{})
	api.SetTimeout(10)
	return &post{api: api}
}

func (p *post) track(context.Context) (string, error) { return p.api.Track("17") }
