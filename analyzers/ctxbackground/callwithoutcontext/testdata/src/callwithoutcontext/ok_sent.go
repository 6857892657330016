package callwithoutcontext

import (
	"context"
	"net/http"
)

// Silent: the helper gets the context.
func (a *api) newRequestFor(ctx context.Context, path string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodGet, a.base+path, nil)
}

func (a *api) get(ctx context.Context, path string) error {
	req, err := a.newRequestFor(ctx, path)
	if err != nil {
		return err
	}
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Silent: a caller has made the request with the context.
func (a *api) sent(ctx context.Context, req *http.Request) error {
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (a *api) ping(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base, nil)
	if err != nil {
		return err
	}
	return a.sent(ctx, req)
}

// Silent: it is given the context where it is sent.
func (a *api) with(ctx context.Context, path string) error {
	req, err := a.newRequest("GET", path, nil)
	if err != nil {
		return err
	}
	resp, err := a.http.Do(req.WithContext(ctx))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (a *api) replaced(ctx context.Context, path string) error {
	req, err := a.newRequest("GET", path, nil)
	if err != nil {
		return err
	}
	req = req.WithContext(ctx)
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Silent: the request carries the context of the function, which has no other.
func (a *api) RoundTrip(req *http.Request) (*http.Response, error) { return a.http.Do(req) }

// Silent: something else is done with it that gets the context.
func (a *api) signed(ctx context.Context, path string, sign func(context.Context, *http.Request) error) error {
	req, err := a.newRequest("GET", path, nil)
	if err != nil {
		return err
	}
	if err := sign(ctx, req); err != nil {
		return err
	}
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Silent: the call that makes the request could get the context, and is reported.
func (a *api) forward(r, req *http.Request) error {
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
