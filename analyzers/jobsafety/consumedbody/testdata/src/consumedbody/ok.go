package consumedbody

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"strings"
)

// made anew
func made(client *http.Client, url string, data []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
		if err != nil {
			return err
		}
		if resp, err := client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

// a new body
func renewed(client *http.Client, url string, data []byte) error {
	req, _ := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
	for i := range 3 {
		if i > 0 {
			req.Body = io.NopCloser(bytes.NewReader(data))
		}
		if resp, err := client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

// GetBody
func getBody(client *http.Client, url string, data []byte) (err error) {
	req, _ := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
	for range 3 {
		if req.Body, err = req.GetBody(); err != nil {
			return err
		}
		if resp, err := client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

// a helper of the package renews it
func rewind(req *http.Request) {
	if req.GetBody != nil {
		req.Body, _ = req.GetBody()
	}
}

func rewinds(client *http.Client, url string, data []byte) error {
	req, _ := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
	for range 3 {
		rewind(req)
		if resp, err := client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

// what sends renews
func (a *api) resend(req *http.Request) error {
	rewind(req)
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (a *api) resends(url string, data []byte) error {
	req, _ := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
	for range 3 {
		if a.resend(req) == nil {
			return nil
		}
	}
	return errFailed
}

// no body
func get(client *http.Client, url string) error {
	req, _ := http.NewRequest(http.MethodGet, url, nil)
	for range 3 {
		if resp, err := client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

func noBody(client *http.Client, url string) error {
	req, _ := http.NewRequest(http.MethodPost, url, http.NoBody)
	for range 3 {
		if resp, err := client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

// no content
func empties(client *http.Client, url string) error {
	var none io.Reader
	req, _ := http.NewRequest(http.MethodPost, url, none)
	other, _ := http.NewRequest(http.MethodPost, url, strings.NewReader(""))
	for range 3 {
		client.Do(other)
		if resp, err := client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

// left after the first attempt
func first(client *http.Client, url string, data []byte) error {
	req, _ := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
	for {
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}
}

// one attempt for each
func all(client *http.Client, url string, list [][]byte) {
	for _, data := range list {
		req, _ := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
		for {
			client.Do(req)
			break
		}
	}
}

// from the start
func seeks(url, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for range 3 {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if resp, err := http.Post(url, "text/plain", f); err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

// a seeker by its type
func maybeSeeks(url string, body io.Reader) error {
	for i := range 3 {
		if s, ok := body.(io.Seeker); ok && i > 0 {
			s.Seek(0, io.SeekStart)
		}
		if resp, err := http.Post(url, "text/plain", body); err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

// part by part
func parts(url string, f *os.File) {
	for range 3 {
		http.Post(url, "application/octet-stream", io.LimitReader(f, 1<<20))
	}
}

// the bytes of a buffer
func bytesOf(url string, buf *bytes.Buffer) {
	for range 3 {
		http.Post(url, "text/plain", bytes.NewReader(buf.Bytes()))
	}
}

// reset and filled again
func reset(url string, list []string) {
	var buf bytes.Buffer
	for _, s := range list {
		buf.Reset()
		buf.WriteString(s)
		http.Post(url, "text/plain", &buf)
	}
}

// each has its own
func jobs(list []*job) {
	for _, j := range list {
		http.Post(j.url, "text/plain", j.body)
	}
}

// called once
func once(try func() error) error { return try() }

func noRetry(client *http.Client, url string, data []byte) error {
	req, _ := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
	return once(func() error {
		_, err := client.Do(req)
		return err
	})
}

// no caller passes a body
func (a *api) fetch(req *http.Request) error {
	for range 3 {
		resp, err := a.client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
	}
	return errFailed
}

func (a *api) list(url string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	return a.fetch(req)
}
