// Package a has helpers that make transports.
package a

import (
	"errors"
	"net/http"
	"time"
)

func NewClient(proxy string) (http.Client, error) { // want NewClient:"makes a transport with an idle limit"
	tr, err := NewTransport(proxy)
	if err != nil {
		return http.Client{}, err
	}
	return http.Client{Transport: tr}, nil
}

func NewTransport(proxy string) (*http.Transport, error) { // want NewTransport:"makes a transport with an idle limit"
	if proxy == "-" {
		return nil, errors.New("no proxy")
	}
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.MaxIdleConns = 3
	return tr, nil
}

func Plain() *http.Client { // want Plain:"makes a transport$"
	client := &http.Client{Timeout: time.Second}
	client.Transport = &http.Transport{}
	return client
}

func Either(fast bool) http.RoundTripper { // want Either:"makes a transport$"
	if fast {
		return &http.Transport{IdleConnTimeout: time.Second}
	}
	return &http.Transport{}
}

func Shared() *http.Client { return http.DefaultClient }

func Default() *http.Client { return &http.Client{} }

func Once() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
}

func OnceLater() *http.Transport {
	tr := &http.Transport{}
	tr.DisableKeepAlives = true
	return tr
}

var known = make(map[string]*http.Client)

func Known(host string) *http.Client {
	if client := known[host]; client != nil {
		return client
	}
	client := &http.Client{Transport: &http.Transport{}}
	known[host] = client
	return client
}

func Kept(host string) *http.Client {
	client := &http.Client{Transport: &http.Transport{}}
	keep(client)
	return client
}

func keep(*http.Client) {}

func With(rt http.RoundTripper) *http.Client { return &http.Client{Transport: rt} }
