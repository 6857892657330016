package responsebody

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
)

func fetch(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status) // want `resp.Body, opened at line \d+, stays open on this return: its connection is not used again`
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

type client struct{ http *http.Client }

func (c *client) post(url, body string, out any) error {
	req, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req) // want `resp.Body, opened here, is never closed`
	if err != nil {
		return err
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// do is a helper: its callers close the body.
func (c *client) do(req *http.Request) (*http.Response, error) {
	req.Header.Set("Accept", "application/json")
	return c.http.Do(req)
}

func (c *client) version(url string) (string, error) {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return "", err
	}
	resp, err := c.do(req) // want `resp.Body, opened here, is never closed`
	if err != nil {
		return "", err
	}
	return resp.Header.Get("Version"), nil
}

type tripper struct{ next http.RoundTripper }

func (t tripper) probe(req *http.Request) error {
	resp, err := t.next.RoundTrip(req) // want `resp.Body, opened here, is never closed`
	if err != nil {
		return err
	}
	if resp.StatusCode >= 500 {
		return errors.New("down")
	}
	return nil
}
