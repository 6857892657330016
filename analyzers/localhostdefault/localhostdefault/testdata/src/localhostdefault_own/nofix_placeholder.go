package own

import (
	"bytes"
	"context"
	"net/http"
)

// The transport connects to an endpoint of its own: the address stands for none, and must be there.
type forwarder struct {
	url string
	rt  http.RoundTripper
}

func (f *forwarder) exchange(ctx context.Context, query []byte) (*http.Response, error) {
	url := f.url
	if url == "" {
		url = "https://0.0.0.0" // want `url defaults to https://0.0.0.0`
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(query))
	if err != nil {
		return nil, err
	}
	return f.rt.RoundTrip(req)
}
