package statusnotchecked

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
)

type rates struct {
	Base  string
	Rates map[string]float64
}

// JSON that has other fields leaves the zero value.
func latest(ctx context.Context, url string) (*rates, error) {
	req, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req) // want `an error page counts as the result`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var list rates
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		return nil, err
	}
	return &list, nil
}

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

// The client is an interface, and the body is decoded by a helper.
func fetch(c doer, req *http.Request) (int64, error) {
	resp, err := c.Do(req) // want `an error page counts as the result`
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return size(resp.Body)
}

func size(r io.Reader) (int64, error) {
	var n struct{ Size int64 }
	err := json.NewDecoder(r).Decode(&n)
	return n.Size, err
}
