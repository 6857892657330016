package callwithoutcontext

import (
	"context"
	"net/http"
)

type client struct {
	http  *http.Client
	queue chan *http.Request
}

// The helper gives the request its context.
func (c *client) get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.do(ctx, req)
}

func (c *client) do(ctx context.Context, req *http.Request) (*http.Response, error) {
	return c.http.Do(req.WithContext(ctx))
}

// What receives it sends it when the caller is gone.
func (c *client) enqueue(ctx context.Context, url string) error {
	req, err := http.NewRequest("POST", url, nil)
	if err != nil {
		return err
	}
	c.queue <- req
	return nil
}
