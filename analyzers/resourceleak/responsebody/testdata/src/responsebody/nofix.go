package responsebody

import (
	"compress/gzip"
	"io"
	"net/http"
)

// Each response but the last is dropped with its body.
func again(c *http.Client, req *http.Request, tries int) (*http.Response, error) {
	for try := 1; ; try++ {
		resp, err := c.Do(req) // want `resp.Body is opened again while that of the last pass is open`
		if err != nil || resp.StatusCode < 500 || try >= tries {
			return resp, err
		}
	}
}

// Close of the reader leaves the body open.
func unpacked(url string) (io.ReadCloser, error) {
	resp, err := http.Get(url) // want `resp.Body, opened here, is never closed: what is returned at line \d+`
	if err != nil {
		return nil, err
	}
	if resp.Header.Get("Content-Encoding") == "gzip" {
		return gzip.NewReader(resp.Body)
	}
	return resp.Body, nil
}
