package responsebody

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
)

type gzipBody struct {
	*gzip.Reader
	body io.Closer
}

func (u *gzipBody) Close() error { return errors.Join(u.Reader.Close(), u.body.Close()) }

func plainBody(body io.ReadCloser) (io.ReadCloser, error) {
	r, err := gzip.NewReader(body)
	if err != nil {
		return nil, err
	}
	return &gzipBody{r, body}, nil
}

func archive(url string) (io.ReadCloser, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	return plainBody(resp.Body) // want `resp.Body, opened at line 26, stays open where plainBody fails, and leaves it to the caller`
}
