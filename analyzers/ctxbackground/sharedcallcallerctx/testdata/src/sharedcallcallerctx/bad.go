package sharedcallcallerctx

import (
	"context"
	"net"
	"net/http"
	"time"

	sf "golang.org/x/sync/singleflight"
)

type cache struct {
	group sf.Group
	load  func(ctx context.Context, key string) (string, error)
	conn  net.Conn
}

func dial(ctx context.Context) (net.Conn, error) {
	return new(net.Dialer).DialContext(ctx, "tcp", "db:5432")
}

func (c *cache) get(ctx context.Context, key string) (any, error) {
	v, err, _ := c.group.Do(key, func() (any, error) {
		return c.load(ctx, key) // want `when one caller is canceled, the others get its error: ctx, in the function that c\.group\.Do runs once for all callers, is the first caller's context`
	})
	return v, err
}

// A deadline derived from the caller's context ends with it too.
func (c *cache) getSoon(ctx context.Context, key string) (any, error) {
	soon, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	v, err, _ := c.group.Do(key, func() (any, error) {
		return c.load(soon, key) // want `when one caller is canceled, the others get its error`
	})
	return v, err
}

// The same, derived inside.
func (c *cache) getInside(ctx context.Context, key string) (any, error) {
	v, err, _ := c.group.Do(key, func() (any, error) {
		inner, stop := context.WithTimeout(ctx, time.Second) // want `when one caller is canceled, the others get its error`
		defer stop()
		return c.load(inner, key)
	})
	return v, err
}

// The function is in a variable.
func (c *cache) getNamed(ctx context.Context, key string) (any, error) {
	fetch := func() (any, error) {
		return c.load(ctx, key) // want `when one caller is canceled, the others get its error`
	}
	v, err, _ := c.group.Do(key, fetch)
	return v, err
}

// A request's context, in a variable.
func (c *cache) handle(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	v, err, _ := c.group.Do(r.URL.Path, func() (any, error) {
		return c.load(ctx, r.URL.Path) // want `when one caller is canceled, the others get its error`
	})
	_, _ = v, err
}

// Detached, but cancelled when the first caller returns: DoChan goes on by then.
func (c *cache) getChan(ctx context.Context, key string) (any, error) {
	shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	ch := c.group.DoChan(key, func() (any, error) {
		return c.load(shared, key) // want `when one caller is canceled, the others get its error`
	})
	select {
	case r := <-ch:
		return r.Val, r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Inside another closure.
func (c *cache) watch(ctx context.Context, watch func(func() error) error) error {
	return watch(func() error {
		_, err, _ := c.group.Do("key", func() (any, error) {
			return c.load(ctx, "key") // want `when one caller is canceled, the others get its error`
		})
		return err
	})
}

// What is made is closed again.
func (c *cache) ping(ctx context.Context) error {
	_, err, _ := c.group.Do("ping", func() (any, error) {
		conn, err := dial(ctx) // want `when one caller is canceled, the others get its error`
		if err != nil {
			return nil, err
		}
		defer conn.Close()
		return nil, nil
	})
	return err
}

// What a test has behind the interface tells nothing.
type names interface {
	lookup(ctx context.Context, name string) (string, error)
}

func (c *cache) resolve(ctx context.Context, n names) (any, error) {
	v, err, _ := c.group.Do("a", func() (any, error) {
		return n.lookup(ctx, "a") // want `when one caller is canceled, the others get its error`
	})
	return v, err
}
