package consumedbody

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
)

func param(url string, body io.Reader) error {
	for range 3 {
		resp, err := http.Post(url, "text/plain", body) // want `the first one has read what body reads`
		if err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

func upload(client *http.Client, url, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return retry(3, func() error {
		req, err := http.NewRequest(http.MethodPut, url, f) // want `the first one has read what f reads`
		if err != nil {
			return err
		}
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

type job struct {
	url  string
	body io.Reader
}

func (j *job) run() {
	for range 3 {
		req, _ := http.NewRequest(http.MethodPut, j.url, j.body) // want `the first one has read what j.body reads`
		if resp, err := http.DefaultClient.Do(req); err == nil {
			resp.Body.Close()
			return
		}
	}
}

func (a *api) call(method, url string, v any) error {
	var body io.Reader
	if v != nil {
		data, err := json.Marshal(v)
		if err != nil {
			return err
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, url, body)
	if err != nil {
		return err
	}
	for range 3 {
		if a.send(req) == nil { // want `the first one has read the body of req`
			return nil
		}
	}
	return errFailed
}

// a caller in the package passes a body
func (a *api) persist(req *http.Request) error {
	for range 3 {
		resp, err := a.client.Do(req) // want `the first one has read the body of req`
		if err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

func (a *api) create(url string, data []byte) error {
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	return a.persist(req)
}
