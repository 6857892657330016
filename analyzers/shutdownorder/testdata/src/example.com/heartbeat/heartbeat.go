// Package heartbeat reports a service.
package heartbeat

import (
	"net/http"
	"strings"
	"time"
)

type Client struct {
	http *http.Client
	stop chan struct{}
	done chan struct{}
}

func New() *Client { return &Client{&http.Client{}, make(chan struct{}), make(chan struct{})} }

func (c *Client) Start() {
	go func() {
		defer close(c.done)
		<-c.stop
		if resp, err := c.http.Post("http://health", "text/plain", strings.NewReader("down")); err == nil {
			resp.Body.Close()
		}
	}()
}

func (c *Client) Stop() {
	close(c.stop)
	<-c.done
}

func (c *Client) StopWithin(d time.Duration) {
	close(c.stop)
	select {
	case <-c.done:
	case <-time.After(d):
	}
}

func (c *Client) Close() error {
	close(c.stop)
	<-c.done
	return nil
}
