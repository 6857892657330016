package recursiveretry

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"strings"
	"time"
)

type client struct {
	addr    string
	conn    net.Conn
	pause   time.Duration
	retries int
	closed  bool
	stop    chan struct{}
	http    *http.Client
}

func (c *client) connect() error {
	conn, err := net.Dial("tcp", c.addr)
	if err != nil {
		log.Println(err)
		time.Sleep(c.pause)
		return c.connect() // want `the stack grows with each attempt, and no shutdown ends them: after a failure connect calls itself, without a limit`
	}
	c.conn = conn
	return nil
}

func open(addr string, retry bool) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err == nil {
		return conn, nil
	}
	if !retry {
		return nil, err
	}
	<-time.After(5 * time.Second)
	return open(addr, retry) // want `the stack grows with each attempt`
}

// A context that is only handed on makes each attempt fail sooner, and ends none.
func (c *client) fetch(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return c.fetch(ctx, url) // want `the process crashes with a stack overflow if the failure persists: fetch calls itself immediately, without a limit`
	}
	return resp, nil
}

func status(url string) (*http.Response, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		resp.Body.Close()
		time.Sleep(time.Second)
		return status(url) // want `the stack grows with each attempt`
	case resp.StatusCode >= 500:
		resp.Body.Close()
		return status(url) // want `status calls itself immediately`
	}
	return resp, nil
}

// A delay that grows is compared with nothing; an attempt that is only logged neither.
func backoff(addr string, delay time.Duration, attempt int) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		log.Println(attempt, err)
		time.Sleep(delay)
		return backoff(addr, delay*2, attempt+1) // want `the stack grows with each attempt`
	}
	return conn, nil
}

// By another function.
func (c *client) run() {
	if _, err := net.Dial("tcp", c.addr); err != nil {
		c.again() // want `after a failure run calls itself by again, without a limit`
	}
}

func (c *client) again() {
	time.Sleep(time.Second)
	c.run()
}

func (c *client) wait() { time.Sleep(c.pause) }

// The pause is in a helper, and the error has a name.
func (c *client) named() (conn net.Conn, err error) {
	conn, err = net.Dial("tcp", c.addr)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		c.wait()
		return c.named() // want `after a failure named calls itself`
	}
	return conn, err
}

func byText(addr string) error {
	_, err := net.Dial("tcp", addr)
	if err != nil && strings.Contains(err.Error(), "refused") {
		time.Sleep(time.Second)
		if err := byText(addr); err != nil { // want `after a failure byText calls itself`
			return err
		}
	}
	return nil
}

type generic[T any] struct{ addr string }

func (g *generic[T]) dial() net.Conn {
	conn, err := net.Dial("tcp", g.addr)
	if err != nil {
		time.Sleep(time.Second)
		return g.dial() // want `after a failure dial calls itself`
	}
	return conn
}
