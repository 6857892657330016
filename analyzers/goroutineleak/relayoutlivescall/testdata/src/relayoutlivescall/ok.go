package relayoutlivescall

import (
	"context"
	"net/http"
	"time"

	"example.com/chunks"
)

// deferred: the end of the call ends the wait.
func (p *pool) deferred(ctx context.Context, c *conn) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-p.closed:
			cancel()
		case <-ctx.Done():
		}
	}()
	return c.exchange(ctx, "deferred")
}

// derive: the caller gets the context.
func (p *pool) derive(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		<-p.closed
		cancel()
	}()
	return ctx
}

type session struct {
	ctx context.Context
	c   *conn
}

// open: what is returned keeps the context.
func (p *pool) open(c *conn) *session {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-p.closed
		cancel()
	}()
	return newSession(ctx, c)
}

func newSession(ctx context.Context, c *conn) *session { return &session{ctx, c} }

// background: a goroutine works with the context after the call.
func (p *pool) background(c *conn) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-p.closed
		cancel()
	}()
	go c.exchange(ctx, "later")
}

// spawned: a function of the package starts that goroutine.
func (p *pool) spawned(c *conn) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-p.closed
		cancel()
	}()
	c.later(ctx)
}

func (c *conn) later(ctx context.Context) {
	go c.exchange(ctx, "later")
}

// limited: the wait ends by itself.
func (p *pool) limited(c *conn) (string, error) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		select {
		case <-p.closed:
		case <-time.After(time.Second):
		}
		cancel()
	}()
	return c.exchange(ctx, "limited")
}

// ended: the function closes what the goroutine waits for.
func (p *pool) ended(c *conn) (string, error) {
	done := make(chan struct{})
	defer close(done)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		select {
		case <-p.closed:
		case <-done:
		}
		cancel()
	}()
	return c.exchange(ctx, "ended")
}

type link struct{ broken chan struct{} }

func (l *link) close() { close(l.broken) }

// serveOnce: the function closes the channel of its own object.
func (l *link) serveOnce(c *conn) {
	defer l.close()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-l.broken
		cancel()
	}()
	c.exchange(ctx, "once")
}

// handle: the context of a request ends with it.
func (p *pool) handle(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	go func() {
		select {
		case <-p.closed:
		case <-ctx.Done():
		}
		cancel()
	}()
	(&conn{}).exchange(ctx, "handle")
}

// timed: the context ends by itself, and the goroutine with it.
func (p *pool) timed(c *conn) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	go func() {
		select {
		case <-p.closed:
		case <-ctx.Done():
		}
		cancel()
	}()
	return c.exchange(ctx, "timed")
}

// parent: the context that it is derived from ends with the call.
func (p *pool) parent(c *conn) (string, error) {
	outer, stop := context.WithCancel(context.Background())
	defer stop()
	ctx, cancel := context.WithCancel(outer)
	go func() {
		select {
		case <-p.closed:
		case <-ctx.Done():
		}
		cancel()
	}()
	return c.exchange(ctx, "parent")
}

// keepsOn: what keeps the context may use it until the pool is closed.
func (p *pool) keepsOn(g *chunks.Group) int64 {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-p.closed
		cancel()
	}()
	return g.Search(ctx, 0)
}
