package bodynolimit_download

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

type config struct{ URL string }

// The address is a setting.
func (f *fetcher) status() ([]byte, error) {
	resp, err := f.client.Get(f.base)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// So is that of a configuration, and a path of it.
func ready(cfg config) ([]byte, error) {
	resp, err := http.Get(cfg.URL)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func (f *fetcher) item(id string) ([]byte, error) {
	resp, err := f.client.Get(f.base + "/items/" + id)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// All callers pass a path of the program's own server.
func (f *fetcher) version(ctx context.Context) ([]byte, error) {
	return f.own(ctx, fmt.Sprintf("%s/version", f.base))
}

func (f *fetcher) own(ctx context.Context, u string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// The feed is limited.
func (f *fetcher) limited(r *Release) ([]byte, error) {
	resp, err := f.client.Get(r.URL)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}

// One value is decoded.
func (f *fetcher) decoded(r *Release, v any) error {
	resp, err := f.client.Get(r.URL)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}
