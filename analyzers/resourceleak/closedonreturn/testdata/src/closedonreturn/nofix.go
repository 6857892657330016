package closedonreturn

import (
	"errors"
	"io"
	"net/http"
	"os"
)

// A return with an error follows: to take the call away would leave the file open there.
func checked(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // want `f is closed before the caller gets it`
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, errors.New("a directory")
	}
	return f, nil
}

// A literal closes it.
func body(url string, client *http.Client) (io.ReadCloser, error) {
	resp, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }() // want `resp is closed before the caller gets it: the deferred call runs when body returns`
	return resp.Body, nil
}
