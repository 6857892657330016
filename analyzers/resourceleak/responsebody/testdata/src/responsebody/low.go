package responsebody

import (
	"io"
	"net/http"
)

// The transport lets go of a connection whose body has been read to its end, or cannot be read.
func (c *client) all(req *http.Request) ([]byte, error) {
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err // want `resp.Body, opened at line \d+, stays open on this return`
	}
	resp.Body.Close()
	return data, nil
}

func (c *client) size(req *http.Request) (int, error) {
	resp, err := c.http.Do(req) // want `resp.Body, opened here, is never closed`
	if err != nil {
		return 0, err
	}
	data, err := io.ReadAll(resp.Body)
	return len(data), err
}
