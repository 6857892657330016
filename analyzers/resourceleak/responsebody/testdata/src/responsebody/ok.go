package responsebody

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

func deferred(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// The response is nil where the request failed.
func asked(url string) int {
	resp, err := http.Get(url)
	if resp != nil {
		defer resp.Body.Close()
	}
	if err != nil {
		return 0
	}
	return resp.StatusCode
}

func check(resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	resp.Body.Close()
	return errors.New(resp.Status)
}

// The helper closes it.
func checked(url string) (io.ReadCloser, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	if err := check(resp); err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func drain(body io.ReadCloser) {
	io.Copy(io.Discard, body)
	body.Close()
}

func drained(c *http.Client, req *http.Request) error {
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer drain(resp.Body)
	return nil
}

// A middleware hands it on.
func (t tripper) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusTeapot {
		resp.Body.Close()
		return nil, errors.New("teapot")
	}
	return resp, nil
}

// The answer to HEAD has no body.
func exists(url string) bool {
	resp, err := http.Head(url)
	return err == nil && resp.StatusCode == http.StatusOK
}

type answer struct{ resp *http.Response }

func (a *answer) Close() error { return a.resp.Body.Close() }

// What is returned closes it.
func ask(c *http.Client, req *http.Request) (*answer, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	return &answer{resp}, nil
}

// Sent to what closes it.
func sent(c *http.Client, req *http.Request, out chan<- *http.Response) {
	resp, err := c.Do(req)
	if err != nil {
		close(out)
		return
	}
	out <- resp
}

// Both branches of a retry close it.
func retry(c *http.Client, req *http.Request) error {
	for range 3 {
		resp, err := c.Do(req)
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
	}
	return errors.New("down")
}

// A response to HEAD has no body.
func size(c *http.Client, url string) (int64, error) {
	req, err := http.NewRequest(http.MethodHead, url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.Do(req.WithContext(context.Background()))
	if err != nil {
		return 0, err
	}
	return resp.ContentLength, nil
}

// The function that sends the request closes the body itself: what it returns is the status.
type api struct{ hc *http.Client }

func (a *api) do(req *http.Request, v any) (*http.Response, error) {
	resp, err := a.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return resp, json.NewDecoder(resp.Body).Decode(v)
}

func (a *api) name(req *http.Request) (string, error) {
	var v struct{ Name string }
	if _, err := a.do(req, &v); err != nil {
		return "", err
	}
	return v.Name, nil
}

// A deferred literal of that function closes it.
func (a *api) send(req *http.Request) (*http.Response, error) {
	resp, err := a.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	return resp, nil
}

func (a *api) status(req *http.Request) (int, error) {
	resp, err := a.send(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

// The function that get calls closes the body.
func (a *api) get(address string, v any) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	return a.do(req, v)
}

func (a *api) names() (list []string, err error) {
	_, err = a.get("https://example.com/names", &list)
	return list, err
}
