// Package consumedbody sends requests more than once.
package consumedbody

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"
)

var errFailed = errors.New("failed")

func post(client *http.Client, url string, data []byte) error {
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	for range 3 {
		resp, err := client.Do(req) // want `second attempt sends an empty body or fails: the first one has read the body of req, and nothing at line 21 renews it`
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return errFailed
}

func text(ctx context.Context, client *http.Client, url, payload string) (err error) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPut, url, strings.NewReader(payload))
	req.Header.Set("Content-Type", "text/plain")
	for i := 0; i < 3; i++ {
		var resp *http.Response
		if resp, err = client.Do(req); err == nil { // want `the first one has read the body of req`
			return resp.Body.Close()
		}
	}
	return err
}

func copies(ctx context.Context, client *http.Client, url string, data []byte) error {
	req, _ := http.NewRequest(http.MethodPost, url, bytes.NewBuffer(data))
	for {
		attempt := req.Clone(ctx)
		resp, err := client.Do(attempt) // want `the first one has read the body of attempt`
		if err == nil {
			return resp.Body.Close()
		}
	}
}

func buffer(url string, v any) error {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(v); err != nil {
		return err
	}
	for range 3 {
		resp, err := http.Post(url, "application/json", &buf) // want `the first one has read what &buf reads`
		if err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

func reader(client *http.Client, url string, data []byte) error {
	body := bytes.NewReader(data)
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, url, body) // want `the first one has read what body reads`
		if err != nil {
			return err
		}
		if resp, err := client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

func retry(n int, try func() error) (err error) {
	for range n {
		if err = try(); err == nil {
			return nil
		}
	}
	return err
}

func helper(client *http.Client, url string, data []byte) error {
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	return retry(3, func() error {
		resp, err := client.Do(req) // want `the first one has read the body of req`
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

type api struct{ client *http.Client }

func (a *api) send(req *http.Request) error {
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (a *api) each(urls []string, data []byte) {
	for _, url := range urls {
		req, _ := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
		for range 3 {
			if a.send(req) == nil { // want `the first one has read the body of req`
				break
			}
		}
	}
}
