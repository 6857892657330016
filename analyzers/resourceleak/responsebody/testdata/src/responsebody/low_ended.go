package responsebody

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// The deferred cancel closes the connection on this return as well.
func limitedGet(ctx context.Context, client *http.Client, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status) // want `resp.Body, opened at line \d+, stays open on this return`
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
