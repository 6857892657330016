package tests

import "net/http"

// A test replaces the transport, and the client: the program does not.
func get(address string) {
	_, _ = http.Get(address) // want `http.Get has no time limit`
}

type api struct{ client *http.Client }

func newAPI() *api {
	return &api{client: &http.Client{}} // want `http.Client has no Timeout, and a.client.Get`
}

func (a *api) ping() { _, _ = a.client.Get("http://a") }
