// Package bodynolimit_download gets what others offer.
package bodynolimit_download

import (
	"bytes"
	"context"
	"io"
	"net/http"
)

// A Release is one of a feed.
type Release struct {
	Title string
	URL   string
}

type fetcher struct {
	client *http.Client
	base   string
}

// The feed says where a release is.
func (f *fetcher) Fetch(ctx context.Context, r Release) ([]byte, error) {
	return f.get(ctx, r.URL)
}

func (f *fetcher) get(ctx context.Context, u string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body) // want `one response can exhaust the memory: io\.ReadAll reads what another server sends to the end`
}

// A client names the server.
func (f *fetcher) preview(w http.ResponseWriter, r *http.Request) {
	resp, err := f.client.Get(r.FormValue("url"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	var buf bytes.Buffer
	if _, err := io.Copy(&buf, resp.Body); err != nil { // want `one response can exhaust the memory: io\.Copy reads what another server sends to the end`
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_, _ = w.Write(buf.Bytes())
}

// A literal that is run again has captured the address of a feed.
func Load(ctx context.Context, feed string, again func(func() ([]byte, error)) ([]byte, error)) ([]byte, error) {
	return again(func() ([]byte, error) { return once(ctx, feed) })
}

func once(ctx context.Context, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body) // want `one response can exhaust the memory`
}
