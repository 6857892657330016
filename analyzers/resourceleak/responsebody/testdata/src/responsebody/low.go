package responsebody

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httputil"
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

// What cannot be decoded was read to an error, or mostly to the end.
func (c *client) decoded(req *http.Request, v any) error {
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	if err := json.NewDecoder(resp.Body).Decode(v); err != nil {
		return err // want `resp.Body, opened at line \d+, stays open on this return`
	}
	return resp.Body.Close()
}

func (c *client) dumped(req *http.Request) ([]byte, error) {
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	dump, err := httputil.DumpResponse(resp, true)
	if err != nil {
		return nil, err // want `resp.Body, opened at line \d+, stays open on this return`
	}
	return dump, resp.Body.Close()
}
