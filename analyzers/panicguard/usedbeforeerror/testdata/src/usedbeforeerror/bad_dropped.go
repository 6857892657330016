package usedbeforeerror

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
)

// size drops the error of a file that may be missing.
func size(name string) (int64, error) {
	info, _ := os.Stat(name) // want `panic where os.Stat fails: info is nil then, and is used at line 17, and the error is dropped`
	if name == "" {
		return 0, os.ErrInvalid
	}
	return info.Size(), nil
}

// body drops the error of a call to another process.
func (l *lighthouse) body(url string) ([]byte, error) {
	resp, _ := l.client.Get(url) // want `panic where l.client.Get fails`
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func lamp(name string) (*lighthouse, error) {
	if name == "" {
		return nil, os.ErrInvalid
	}
	return &lighthouse{http.DefaultClient}, nil
}

// lamps drops the error of a function of the package.
func lamps(name string) (*http.Client, error) {
	l, _ := lamp(name) // want `panic where lamp fails`
	return l.client, nil
}

// send has named results, one of a type without a literal.
func send[T any](l *lighthouse, address string, decode func(io.Reader) (T, error)) (answer T, err error) {
	var (
		req  *http.Request
		resp *http.Response
	)
	uri, _ := url.Parse(address) // want `panic where url.Parse fails`
	uri.RawQuery = "light=on"
	if uri.Host != "" {
		req, _ = http.NewRequest(http.MethodGet, uri.String(), nil) // want `panic where http.NewRequest fails`
		req.Header.Set("Accept", "text/plain")
	}
	if resp, err = l.client.Do(req); err != nil {
		return
	}
	defer resp.Body.Close()
	return decode(resp.Body)
}

// The statement is one of a case.
func (l *lighthouse) opened(ctx context.Context, version int, url string) (*http.Response, error) {
	switch version {
	case 1:
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, url, nil) // want `req is nil then, and is used`
		req.Header.Set("Accept", "text/plain")
		return l.client.Do(req)
	}
	return nil, nil
}
