// Package clientnotimeout_wrapped sends requests through round trippers that wrap others.
package clientnotimeout_wrapped

import (
	"net/http"

	"github.com/parcels/parcels/signed"
)

type depot struct{ client *http.Client }

// What the other module wraps is made by the callers.
func newDepot(base *http.Transport) *depot {
	return &depot{client: &http.Client{Transport: signed.Wrap(base, "k")}} // want `d.client.Get at line 20 never returns when the server does not respond: http.Client has no Timeout`
}

func open() *depot { return newDepot(&http.Transport{MaxIdleConns: 10}) }

func (d *depot) list() (*http.Response, error) {
	return d.client.Get("https://depot.example.com/")
}

// A round tripper makes its client.
func viaTransport() (*http.Response, error) {
	tr := signed.Transport{Key: "k"}
	client := tr.Client() // want `client.Get at line 27 never returns when the server does not respond: the client of tr.Client has no Timeout`
	return client.Get("https://depot.example.com/")
}

// The transport of the client is wrapped, and has the limits that it had before.
func traced(on bool) (*http.Response, error) {
	client := &http.Client{} // want `client.Get at line 36 never returns when the server does not respond: http.Client has no Timeout`
	if on {
		client.Transport = &signed.Transport{Base: client.Transport}
	}
	return client.Get("https://depot.example.com/")
}
