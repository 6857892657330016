// Package restyset limits its clients.
package restyset

import (
	"time"

	"github.com/go-resty/resty/v2"
)

// Silent: the limit is set, in the chain or later.
func fetch(url string) (*resty.Response, error) {
	return resty.New().SetTimeout(time.Second).R().Get(url)
}

type api struct{ client *resty.Client }

func newAPI() *api { return &api{client: resty.New()} }

func (a *api) init() { a.client.SetTimeout(time.Second) }
