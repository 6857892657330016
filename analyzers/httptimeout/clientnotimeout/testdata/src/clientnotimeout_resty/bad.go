// Package resty sends requests with resty.
package resty

import "github.com/go-resty/resty/v2"

func fetch(url string) (*resty.Response, error) {
	return resty.New().SetRetryCount(3).R().Get(url) // want `a request never returns when the server accepts and does not respond: resty.New has no limit for reading`
}

type api struct{ client *resty.Client }

func newAPI() *api {
	return &api{client: resty.New()} // want `resty.New has no limit`
}
