package bodynolimit_download

import (
	"bytes"
	"context"
	"net/http"
)

// DownloadFile makes the request by a function of its own, which is passed the address.
func DownloadFile(ctx context.Context, client *http.Client, url string) (*bytes.Buffer, error) {
	resp, err := getFile(ctx, client, url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	buf := &bytes.Buffer{}
	_, err = buf.ReadFrom(resp.Body) // want `one response can exhaust the memory: buf.ReadFrom reads what another server sends to the end`
	return buf, err
}

func getFile(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// The address is one of the program.
func status(ctx context.Context, client *http.Client) (*bytes.Buffer, error) {
	resp, err := getFile(ctx, client, "https://status.example.com")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	buf := &bytes.Buffer{}
	_, err = buf.ReadFrom(resp.Body)
	return buf, err
}
