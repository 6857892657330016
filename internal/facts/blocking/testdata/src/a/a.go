package a

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"
)

type Client struct {
	http *http.Client
	stop chan struct{}
	done chan struct{}
	wg   sync.WaitGroup
}

func (c *Client) Start() { go c.loop() }

func (c *Client) loop() {
	defer close(c.done)
	<-c.stop
	c.beat()
}

func (c *Client) beat() {
	if resp, err := c.http.Post("http://x", "text/plain", strings.NewReader("down")); err == nil {
		resp.Body.Close()
	}
}

func (c *Client) Stop() { // want Stop:"waits for Client.Post"
	close(c.stop)
	<-c.done
}

// The wait has a limit.
func (c *Client) StopWithin(d time.Duration) {
	close(c.stop)
	select {
	case <-c.done:
	case <-time.After(d):
	}
}

func (c *Client) StartMore() { c.wg.Go(c.beat) }

func (c *Client) Wait() { c.wg.Wait() } // want Wait:"waits for Client.Post"

// What the goroutine does ends with its context.
type Quick struct {
	http *http.Client
	done chan struct{}
}

func (q *Quick) Start(ctx context.Context) {
	go func() {
		defer close(q.done)
		if req, err := http.NewRequestWithContext(ctx, "GET", "http://x", nil); err == nil {
			_, _ = q.http.Do(req)
		}
	}()
}

func (q *Quick) Stop() { <-q.done }

// Who closes the channel is not known.
func Foreign(done chan struct{}) { <-done }
