package a // want package:"has senders"

import "net/http"

type Client struct{ http *http.Client }

func (c *Client) Send(r *http.Request) error { // want Send:"sends"
	return c.do(r)
}

func (c *Client) do(r *http.Request) error {
	resp, err := c.http.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Nobody waits for it.
func (c *Client) Start(r *http.Request) {
	go func() { _ = c.do(r) }()
}

// It is kept for later.
func Later(c *Client) func() error {
	return func() error { return c.do(nil) }
}

func Handler(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }
