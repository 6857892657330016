package callwithoutcontext

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

type api struct {
	http *http.Client
	base string
}

func (a *api) newRequest(method, path string, body any) (*http.Request, error) {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(body); err != nil {
		return nil, err
	}
	req, err := http.NewRequest(method, a.base+path, &buf)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return req, nil
}

// Do sends what its callers have made without the context.
func (a *api) Do(ctx context.Context, req *http.Request, into any) error {
	resp, err := a.http.Do(req) // want `a.http.Do ignores ctx: its work continues after the caller's context is canceled; req.WithContext takes it`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(into)
}

func (a *api) Berths(ctx context.Context) (list []string, err error) {
	req, err := a.newRequest("GET", "/berths", nil)
	if err != nil {
		return nil, err
	}
	return list, a.Do(ctx, req, &list)
}

type doer interface {
	Do(req *http.Request) (*http.Response, error)
}

// The function itself makes it, by a helper.
func (a *api) remove(ctx context.Context, d doer, name string) error {
	req, err := a.newRequest("DELETE", "/berths/"+name, nil)
	if err != nil {
		return err
	}
	resp, err := d.Do(req) // want `d.Do ignores ctx`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The request is sent by another function.
func (a *api) relay(r *http.Request) error {
	req, err := http.NewRequest(http.MethodGet, a.base, nil) // want `http.NewRequest ignores r.Context`
	if err != nil {
		return err
	}
	return a.forward(r, req)
}

// The context goes along, and is not used.
func (a *api) check(ctx context.Context) error {
	req, err := http.NewRequest(http.MethodGet, a.base, nil)
	if err != nil {
		return err
	}
	return a.drop(ctx, req)
}

func (a *api) drop(ctx context.Context, req *http.Request) error {
	resp, err := a.http.Do(req) // want `a.http.Do ignores ctx`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
