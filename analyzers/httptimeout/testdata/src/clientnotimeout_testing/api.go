package tests

import "net/http"

// A client in a field.
type api struct{ client *http.Client }

func newAPI() *api {
	return &api{client: &http.Client{}} // want `http.Client has no Timeout, and a.client.Get`
}

func (a *api) ping() { _, _ = a.client.Get("http://a") }
