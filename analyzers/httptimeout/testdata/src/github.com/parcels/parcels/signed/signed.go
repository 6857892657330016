// Package signed stands for a library whose round trippers pass requests on.
package signed

import "net/http"

// Wrap signs the requests that go through base.
func Wrap(base *http.Transport, key string) http.RoundTripper {
	inner := &Transport{Base: base, Key: key}
	return &Transport{Base: inner, Key: key}
}

type Transport struct {
	Base http.RoundTripper
	Key  string
}

func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("X-Key", t.Key)
	if t.Base == nil {
		return http.DefaultTransport.RoundTrip(req)
	}
	return t.Base.RoundTrip(req)
}

func (t *Transport) Client() *http.Client { return &http.Client{Transport: t} }
