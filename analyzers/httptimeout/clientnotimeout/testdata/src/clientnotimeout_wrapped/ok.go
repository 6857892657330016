package clientnotimeout_wrapped

import (
	"net/http"
	"time"

	"github.com/parcels/parcels/signed"
)

// Silent: what is wrapped has a limit.
func okWrapped() (*http.Response, error) {
	base := &http.Transport{ResponseHeaderTimeout: time.Second}
	client := &http.Client{Transport: signed.Wrap(base, "k")}
	return client.Get("https://depot.example.com/")
}

func okTransport() (*http.Response, error) {
	tr := signed.Transport{Base: &http.Transport{ResponseHeaderTimeout: time.Second}}
	client := tr.Client()
	return client.Get("https://depot.example.com/")
}

// Silent: the wrapped transport is another one, which has a limit.
func okTraced() (*http.Response, error) {
	client := &http.Client{}
	client.Transport = &signed.Transport{Base: &http.Transport{ResponseHeaderTimeout: time.Second}}
	return client.Get("https://depot.example.com/")
}

// Silent: the caller passes a transport with a limit.
func okGiven(base *http.Transport) (*http.Response, error) {
	client := &http.Client{Transport: signed.Wrap(base, "k")}
	return client.Get("https://depot.example.com/")
}

func okCaller() (*http.Response, error) {
	return okGiven(&http.Transport{ResponseHeaderTimeout: time.Second})
}
