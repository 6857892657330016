package sharedcallcallerctx

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// Detached inside: right for Do and DoChan.
func (c *cache) good(ctx context.Context, key string) (any, error) {
	v, err, _ := c.group.Do(key, func() (any, error) {
		ctx, cancel := lifecycle.Detach(ctx, 5*time.Second)
		defer cancel()
		return c.load(ctx, key)
	})
	return v, err
}

// Detached outside: Do returns to everybody before the first caller's cancel.
func (c *cache) outside(ctx context.Context, key string) (any, error) {
	shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	v, err, _ := c.group.Do(key, func() (any, error) {
		return c.load(shared, key)
	})
	return v, err
}

// DoChan, and the execution itself cancels.
func (c *cache) inside(ctx context.Context, key string) {
	c.group.DoChan(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return c.load(ctx, key)
	})
}

// Only values are read.
func (c *cache) logged(ctx context.Context, key string) {
	c.group.Do(key, func() (any, error) {
		slog.InfoContext(ctx, "loading")
		return c.load(context.Background(), key)
	})
}

// The caller's context bounds its own wait and nothing more.
func (c *cache) wait(ctx context.Context, key string) error {
	ch := c.group.DoChan(key, func() (any, error) { return c.load(context.Background(), key) })
	select {
	case <-ch:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A context of the value, which all callers have in common.
type refresher struct {
	cache
	ctx context.Context
}

func (r *refresher) refresh(key string) {
	r.group.Do(key, func() (any, error) { return r.load(r.ctx, key) })
}

// Whose context it is cannot be told.
func (c *cache) unknown(pick func() context.Context, key string) {
	ctx := pick()
	c.group.Do(key, func() (any, error) { return c.load(ctx, key) })
}

// A group of another kind: its Do shares nothing.
type queue struct{}

func (queue) Do(key string, fn func() (any, error)) {}

func (c *cache) queued(ctx context.Context, q queue) {
	q.Do("key", func() (any, error) { return c.load(ctx, "key") })
}

// The context is that of the handler's set-up, which all requests share.
func (c *cache) handler(ctx context.Context, key string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err, _ := c.group.Do(key, func() (any, error) { return c.load(ctx, key) }); err != nil {
			w.WriteHeader(http.StatusBadGateway)
		}
	})
}

// The author knows.
func (c *cache) onPurpose(ctx context.Context, key string) {
	c.group.Do(key, func() (any, error) {
		// That of the first caller, on purpose: the others come again.
		return c.load(ctx, key)
	})
}
