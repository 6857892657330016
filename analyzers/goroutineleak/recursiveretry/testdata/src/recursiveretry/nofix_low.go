package recursiveretry

import (
	"context"
	"net"
	"net/http"
	"time"
)

func (c *client) login() error { c.pause++; return nil }

// The second request has another token.
func (c *client) get(url string) (*http.Response, error) {
	resp, err := c.http.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusUnauthorized {
		resp.Body.Close()
		if err := c.login(); err != nil {
			return nil, err
		}
		return c.get(url) // want `low confidence: a call before the next attempt may remove the cause`
	}
	return resp, nil
}

type limiter interface{ Allow() bool }

// What is called may count.
func limited(l limiter, addr string) error {
	if _, err := net.Dial("tcp", addr); err != nil {
		time.Sleep(time.Second)
		if !l.Allow() {
			return err
		}
		return limited(l, addr) // want `low confidence: something else may stop it`
	}
	return nil
}

func (c *client) anew() (*client, error) { return &client{}, nil }

// Another connection does what this one could not.
func (c *client) execute(do func(net.Conn) error) error {
	err := do(c.conn)
	if err != nil {
		other, failed := c.anew()
		if failed != nil {
			return err
		}
		return other.execute(do) // want `low confidence: it may concern another object`
	}
	return err
}

// The end of the context ends the attempts, which have no other limit.
func (c *client) inCase(ctx context.Context) error {
	if _, err := net.Dial("tcp", c.addr); err != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
			return c.inCase(ctx) // want `the stack grows with each attempt for as long as the other side is down: after a failure inCase calls itself, with no limit but the end of a context`
		}
	}
	return nil
}
