package clientnotimeout

import (
	"fmt"
	"io"
	"net/http"
)

// Who gets the body reads for as long as it takes.
func open(url string) (io.ReadCloser, error) {
	resp, err := http.DefaultClient.Get(url) // want `http.DefaultClient`
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 300 {
		resp.Body.Close()
		return nil, fmt.Errorf("%s: %s", url, resp.Status)
	}
	return resp.Body, nil
}

type source struct{ in io.ReadCloser }

func newSource(url string) (*source, error) {
	resp, err := http.Get(url) // want `http.Get`
	if err != nil {
		return nil, err
	}
	return &source{in: resp.Body}, nil
}

// What is read here is read at once.
func status(url string) (int, error) {
	resp, err := http.Get(url) // want `http.Get`
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = io.ReadAll(resp.Body)
	return resp.StatusCode, err
}
