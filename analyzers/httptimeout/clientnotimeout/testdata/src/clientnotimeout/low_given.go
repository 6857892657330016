package clientnotimeout

import (
	"context"
	"net/http"
)

// An exported function: its callers may give it a context with a deadline.
func Fetch(ctx context.Context, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req) // want `http.DefaultClient.Do never returns when the server does not respond: http.DefaultClient has no Timeout, and only its caller may give the request a deadline`
	return err
}

// Where the request comes from is not known.
func do(req *http.Request) (*http.Response, error) {
	return http.DefaultClient.Do(req) // want `only its caller may give the request a deadline`
}

// Wait gives up when the context ends, and so may its callers want it.
func Wait(ctx context.Context, address string) error {
	client := &http.Client{} // want `client.Do at line \d+ never returns .*: http.Client has no Timeout, and only its caller may give the request a deadline`
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return err
		}
		if resp, err := client.Do(req); err == nil {
			return resp.Body.Close()
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

type geocoder struct{ hc *http.Client }

// An option may replace the client, and the caller may set a deadline: that is one doubt, not two.
func NewGeocoder(options ...func(*geocoder)) *geocoder {
	g := &geocoder{hc: http.DefaultClient} // want `only its caller may give the request a deadline`
	for _, option := range options {
		option(g)
	}
	return g
}

func WithClient(hc *http.Client) func(*geocoder) { return func(g *geocoder) { g.hc = hc } }

func (g *geocoder) Find(ctx context.Context, address string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	return g.hc.Do(req)
}
