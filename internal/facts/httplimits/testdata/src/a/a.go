package a

import (
	"context"
	"net/http"
	"time"
)

func NewClient() *http.Client { return &http.Client{} } // want NewClient:"returns unlimited net/http.Client"

func NewServer(h http.Handler) *http.Server { // want NewServer:"returns unlimited net/http.Server"
	srv := &http.Server{}
	srv.Handler = h
	return srv
}

func Default() *http.Client { return http.DefaultClient } // want Default:"returns unlimited net/http.Client"

// With a limit, perhaps with one, or from elsewhere.
func Limited() *http.Client { return &http.Client{Timeout: time.Second} }

func Either(hasty bool) *http.Client {
	if hasty {
		return Limited()
	}
	return NewClient()
}

func Later(h http.Handler) *http.Server {
	srv := &http.Server{Handler: h}
	srv.ReadTimeout = time.Second
	return srv
}

func Given(c *http.Client) *http.Client { return c }

func Named() (c *http.Client) {
	c = &http.Client{}
	return
}

// Tokens passes requests on.
type Tokens struct { // want Tokens:"passes on"
	Base  http.RoundTripper
	Token string
}

func (t *Tokens) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("Authorization", t.Token)
	return t.Base.RoundTrip(req)
}

func (t *Tokens) Client() *http.Client { return &http.Client{Transport: t} } // want Client:`wraps \[-1\]`

func Wrapped(base *http.Transport, token string) http.RoundTripper { // want Wrapped:`wraps \[0\]`
	tokens := &Tokens{Base: base, Token: token}
	outer := &Tokens{Base: tokens}
	return outer
}

func WrappedLimited(base *http.Transport) http.RoundTripper { // want WrappedLimited:`limits \[0\]`
	base.ResponseHeaderTimeout = time.Second
	return &Tokens{Base: base}
}

// Basic uses http.DefaultTransport where it is given no other.
type Basic struct { // want Basic:"passes on, by default to http.DefaultTransport"
	Transport http.RoundTripper
}

func (b *Basic) RoundTrip(req *http.Request) (*http.Response, error) { return b.base().RoundTrip(req) }

func (b *Basic) base() http.RoundTripper {
	if b.Transport != nil {
		return b.Transport
	}
	return http.DefaultTransport
}

// Timed starts a timer.
type Timed struct{ Base http.RoundTripper }

func (h *Timed) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel()
	return h.Base.RoundTrip(req.WithContext(ctx))
}
