// Package clients makes HTTP clients for other packages.
package clients

import (
	"crypto/tls"
	"net/http"
)

// New returns a client with a transport of its own.
func New(config *tls.Config) (*http.Client, error) {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: config}}, nil
}

// NewValue returns one whose transport is a clone.
func NewValue(proxy string) (http.Client, error) {
	tr, err := transport(proxy)
	if err != nil {
		return http.Client{}, err
	}
	return http.Client{Transport: tr}, nil
}

func transport(string) (*http.Transport, error) {
	return http.DefaultTransport.(*http.Transport).Clone(), nil
}

// Transport returns a transport.
func Transport() *http.Transport { return &http.Transport{} }

var shared = &http.Client{Transport: &http.Transport{}}

// Shared returns the client of all callers.
func Shared() *http.Client { return shared }
