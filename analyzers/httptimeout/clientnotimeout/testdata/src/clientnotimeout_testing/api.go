package tests

import "net/http"

// A client in a field.
type api struct{ client *http.Client }

func newAPI() *api {
	return &api{client: &http.Client{}} // want `a\.client\.Get at line \d+ never returns when the server does not respond`
}

func (a *api) ping() { _, _ = a.client.Get("http://a") }
