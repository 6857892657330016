package statusnotchecked

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

// refusing makes an error of a status.
type refusing struct{ next http.RoundTripper }

func (t *refusing) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		resp.Body.Close()
		return nil, fmt.Errorf("server: %s", resp.Status)
	}
	return resp, nil
}

var client = &http.Client{Timeout: time.Minute, Transport: &refusing{http.DefaultTransport}}

func fetch(req *http.Request) ([]byte, error) {
	resp, err := client.Do(req) // want `an error page counts as the result`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
