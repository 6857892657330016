package sharedcallcallerctx

import (
	"context"
	"sync"
)

type flight struct {
	done chan struct{}
	val  string
	err  error
}

type flights struct {
	mu    sync.Mutex
	calls map[string]*flight
	load  func(ctx context.Context, key string) (string, error)
}

// The callers that wait get the error of the first one.
func (f *flights) get(ctx context.Context, key string) (string, error) {
	f.mu.Lock()
	if c, ok := f.calls[key]; ok {
		f.mu.Unlock()
		select {
		case <-c.done:
			return c.val, c.err
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	c := &flight{done: make(chan struct{})}
	f.calls[key] = c
	f.mu.Unlock()

	c.val, c.err = f.load(ctx, key) // want `when the first caller is canceled, the others get its error: they wait at line 26 for f.load, which is passed its context`
	f.mu.Lock()
	delete(f.calls, key)
	f.mu.Unlock()
	close(c.done)
	return c.val, c.err
}

// do runs fn once for all callers of a key.
func (f *flights) do(key string, fn func() (string, error)) (string, error) {
	f.mu.Lock()
	if c, ok := f.calls[key]; ok {
		f.mu.Unlock()
		<-c.done
		return c.val, c.err
	}
	c := &flight{done: make(chan struct{})}
	f.calls[key] = c
	f.mu.Unlock()

	c.val, c.err = fn()
	f.mu.Lock()
	delete(f.calls, key)
	f.mu.Unlock()
	close(c.done)
	return c.val, c.err
}

func (f *flights) shared(ctx context.Context, key string) (string, error) {
	return f.do(key, func() (string, error) {
		return f.load(ctx, key) // want `when one caller is canceled, the others get its error: ctx, in the function that f.do runs once for all callers, is the first caller's context`
	})
}
