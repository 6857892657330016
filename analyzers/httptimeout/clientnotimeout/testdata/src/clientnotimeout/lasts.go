package clientnotimeout

import (
	"compress/gzip"
	"io"
	"net/http"
)

// What somebody hands over to be sent takes as long as it is, and so does an archive.
func publish(url string, body io.Reader) error {
	req, err := http.NewRequest(http.MethodPost, url, body)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req) // want `http.DefaultClient has no Timeout`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func send(url string, body io.Reader) error {
	resp, err := http.Post(url, "text/plain", body) // want `http\.Post never returns when url accepts and does not respond`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func upgrade(url string) ([]byte, error) {
	resp, err := http.Get(url) // want `http\.Get never returns when url accepts and does not respond`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return unpack(resp.Body)
}

func unpack(r io.Reader) ([]byte, error) {
	packed, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(packed)
}

func tee(url string, body io.Reader, sent io.Writer) error {
	both := io.TeeReader(body, sent)
	req, err := http.NewRequest(http.MethodPost, url, both)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req) // want `http.DefaultClient has no Timeout`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
