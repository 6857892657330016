package pipenotclosed

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
)

// Silent: the reader is closed when the function returns.
func closed(s store, v any) error {
	r, w := io.Pipe()
	defer r.Close()
	go func() {
		_ = w.CloseWithError(json.NewEncoder(w).Encode(v))
	}()
	return s.Save("export.json", r)
}

// Silent: with the error of the reading.
func told(s store, v any) error {
	r, w := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		err := s.Save("export.json", r)
		_ = r.CloseWithError(err)
		failed <- err
	}()
	err := json.NewEncoder(w).Encode(v)
	_ = w.CloseWithError(err)
	return <-failed
}

// Silent: the client closes the body of a request.
func post(c *http.Client, url string, v any) (*http.Response, error) {
	r, w := io.Pipe()
	go func() {
		_ = w.CloseWithError(json.NewEncoder(w).Encode(v))
	}()
	return c.Post(url, "application/json", r)
}

// Silent: it reads to the end whatever happens.
func all(v any) ([]byte, error) {
	r, w := io.Pipe()
	go func() {
		_ = w.CloseWithError(json.NewEncoder(w).Encode(v))
	}()
	return io.ReadAll(r)
}

func buffered(v any) (*bytes.Buffer, error) {
	r, w := io.Pipe()
	go func() {
		_ = w.CloseWithError(json.NewEncoder(w).Encode(v))
	}()
	b := new(bytes.Buffer)
	_, err := io.Copy(b, r)
	return b, err
}

// Silent: the caller closes what is returned.
func compressed(src io.Reader) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		defer w.Close()
		z := gzip.NewWriter(w)
		if _, err := io.Copy(z, src); err != nil {
			return
		}
		_ = z.Close()
	}()
	return r
}

// Silent: what it returns to the caller can close both.
func pair() (io.ReadCloser, io.WriteCloser) {
	r, w := io.Pipe()
	return r, w
}

// Silent: nothing has been written where it returns.
func late(src func() ([]byte, error)) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		defer w.Close()
		data, err := src()
		if err != nil {
			return
		}
		_, _ = w.Write(data)
	}()
	return r
}

type uploads struct{ url string }

func (u *uploads) request(body io.Reader) (*http.Request, error) {
	return http.NewRequest(http.MethodPut, u.url, body)
}

// Silent: the client closes the body of the request that the helper makes.
func (u *uploads) send(c *http.Client, v any) (*http.Response, error) {
	r, w := io.Pipe()
	go func() {
		_ = w.CloseWithError(json.NewEncoder(w).Encode(v))
	}()
	req, err := u.request(r)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}
