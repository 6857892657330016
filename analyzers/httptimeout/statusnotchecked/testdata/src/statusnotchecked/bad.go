package statusnotchecked

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

var client = &http.Client{Timeout: time.Minute}

func get(ctx context.Context, url string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
}

// The HTML of an error page becomes the file.
func mirror(ctx context.Context, url, path string) error {
	req, err := get(ctx, url)
	if err != nil {
		return err
	}
	resp, err := client.Do(req) // want `an error page counts as the result: the body of the response of client.Do is used \(line 34\), and nothing looks at its status`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 64<<20))
	if err != nil {
		return fmt.Errorf("mirror: %w", err)
	}
	return os.WriteFile(path, b, 0o644)
}

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

// What was not accepted counts as sent.
func notify(ctx context.Context, url string, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, body)
	if err != nil {
		return err
	}
	resp, err := client.Do(req) // want `a request that the server refuses counts as success: nothing looks at the status of the response of client.Do`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return nil
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
